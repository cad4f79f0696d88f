"""Speed, as ratios to what this machine allows. `python -m benchmarks NAME`; never part of the tests."""
