"""Policy, thin: each plugin takes its services, answers its hooks, and makes one call down. None imports another."""
