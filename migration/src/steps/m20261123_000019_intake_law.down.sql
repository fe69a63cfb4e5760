DROP FUNCTION intake_ways();
DROP FUNCTION intake_evidence(timestamptz, timestamptz);
DROP FUNCTION count_intake();
