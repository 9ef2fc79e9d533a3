-- Anybody can type a serial number. A request that nobody has agreed on must not keep the owner of the tool from trading it in: the
-- number is claimed when an offer is accepted. Until then one person has one open request for a tool.
drop index trade_ins_open_serial;
create unique index trade_ins_open_serial on trade_ins (serial_key)
  where not serial_twice and state in ('accepted', 'in_transit', 'received', 'counter_offered', 'return_due');
create unique index trade_ins_open_serial_of_one on trade_ins (serial_key, lower(email))
  where not serial_twice and state not in ('rejected', 'declined', 'expired', 'credited', 'returned');
