"""What runs in the process of a submission, copied beside a package without the judge."""
