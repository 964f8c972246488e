"""What the rows of `server` share: a site in processes of its own, its visitors, and a peer."""
