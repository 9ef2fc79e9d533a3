-- Addresses and numbers of a contact as the list searches them. array_to_string is only stable for arrays of any type; for
-- text it depends on nothing. A generated column uses this function, so the migration of its table creates it as well.
create or replace function lead_search_text(emails text[], phones text[]) returns text language sql immutable parallel safe
  return array_to_string(emails || phones, ' ');
