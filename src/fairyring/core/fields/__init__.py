"""Field types and schema: how integers in the state map to names outside, who sees them, and how views are made."""
