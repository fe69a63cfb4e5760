DROP FUNCTION erase_person(text);
ALTER FUNCTION erase_person_alone(text) RENAME TO erase_person;
GRANT EXECUTE ON FUNCTION erase_person(text) TO inquiry_compliance;
DROP FUNCTION confirm_erasure(uuid);
DROP FUNCTION ask_for_erasure(text);
ALTER TABLE data_subject_request DROP confirmed_by;
