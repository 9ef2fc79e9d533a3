-- The language a person selected for their own pages. Null until they do: the address decides.
alter table users add column language text check (language in ('en', 'de', 'fr'));
