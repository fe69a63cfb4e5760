-- Replaces a part of a function, and keeps the rest of its definition. For the duration of a step.
CREATE FUNCTION replace_in_function(name regprocedure, part text, wanted text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    definition text := pg_get_functiondef(name);
BEGIN
    IF strpos(definition, part) = 0 THEN
        RAISE EXCEPTION '%() has another form', name;
    END IF;
    EXECUTE replace(definition, part, wanted);
END
$$;
