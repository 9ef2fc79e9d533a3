-- Corrections on a dealer balance above the limit of one person wait for a second one.
alter table staff_approvals drop constraint staff_approvals_kind_check;
alter table staff_approvals add constraint staff_approvals_kind_check check (kind in ('goodwill', 'credits', 'correction'));
