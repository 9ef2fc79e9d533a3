-- The answer kept under an Idempotency-Key is sent again to the letter: jsonb would put its fields into another order.
alter table idempotency_keys alter column answer type json using answer::json;
