-- Guests are counted by e-mail address and network together: by the address alone a stranger could use up somebody's count.
alter table trade_ins add column guest_key bytea;
create index trade_ins_guest on trade_ins (guest_key) where guest_key is not null;
