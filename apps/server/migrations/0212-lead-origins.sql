-- The application or dealer that an opportunity, and the deal it becomes, is about.
alter table lead_opportunities
  add column application_id integer references partner_applications on delete set null,
  add column dealer_id integer references dealers on delete set null;
alter table lead_deals
  add column application_id integer references partner_applications on delete set null,
  -- Whether the dealer existed before the deal, which then does not withdraw its invitations.
  add column dealer_is_known boolean not null default false;
create index lead_opportunities_application on lead_opportunities (application_id) where application_id is not null;
create index lead_opportunities_dealer on lead_opportunities (dealer_id) where dealer_id is not null;
create index lead_deals_application on lead_deals (application_id) where application_id is not null;

update lead_opportunities o set application_id = a.id from partner_applications a
where o.cause = 'dealer-application:' || a.id;
update lead_opportunities o set dealer_id = d.id from dealers d
where o.cause like 'dormant:%' and split_part(o.cause, ':', 2) = d.id::text;
update lead_deals d set application_id = o.application_id from lead_opportunities o
where o.deal_id = d.id and o.application_id is not null;
update lead_deals d set dealer_id = o.dealer_id, dealer_is_known = true from lead_opportunities o
where o.deal_id = d.id and o.dealer_id is not null and d.dealer_id is null;
