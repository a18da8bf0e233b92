"""The algorithms: one short file a family, each the textbook's loop over a search object."""
