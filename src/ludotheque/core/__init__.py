"""What every game stands on: the contract, records, refusals, seeded chance, the registry."""
