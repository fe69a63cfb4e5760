SET LOCAL lock_timeout = '5s';
DROP TABLE intake_check;
