-- Which writer recorded the current offset. A process may continue its running hash only if nobody else wrote since, including after a
-- database crash that took the offset back.
alter table uploads add column counted_by uuid;
