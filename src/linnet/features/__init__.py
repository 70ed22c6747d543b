"""Documents to Rows: a sparse table of counts with named columns."""
