"""What the lab looks at before it plays: arguments, and whether games end."""
