-- The colours of the site. Every save is a new version; the newest counts.
create table site_themes (
  id integer generated always as identity primary key,
  -- { "light": { "text": "#0e1216" }, "dark": {}, "brand": {} }
  colors jsonb not null,
  note text not null default '',
  created_by integer references users,
  created_at timestamptz not null default now()
);
create trigger site_themes_append_only before update or delete on site_themes for each row execute function refuse_change();
