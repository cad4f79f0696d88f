-- What is found in two segments of the index is found twice: whoever merges in the background begins with two, not four.
INSERT INTO fulltext (fulltext, rank) VALUES ('usermerge', 2);
