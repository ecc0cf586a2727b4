//! What the open readers say about values.
