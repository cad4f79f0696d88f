-- upto: the newest stamp that a sum has counted; what is newer is added by whoever asks, and written with every so many
-- stamps. NULL is the sum of an older program, which counts each vector at once: it is counted anew when it is written.
ALTER TABLE vector_sums ADD COLUMN upto INTEGER;
UPDATE vector_sums SET upto = (SELECT value FROM counters WHERE name = 'vectors');
