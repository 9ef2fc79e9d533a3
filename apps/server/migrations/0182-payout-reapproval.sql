-- The bank account a payout was approved for, by the time it was entered. A payout to another one is approved again.
alter table payouts add column bank_account_at timestamptz;
update payouts p set bank_account_at = b.updated_at from partner_bank_accounts b
  where b.owner = p.owner and p.state in ('approved', 'sending') and b.updated_at <= (
    select max(e.at) from payout_events e where e.payout_id = p.id and e.event = 'approve');
