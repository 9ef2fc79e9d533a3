-- Pages, blog, staff pages and the media library.

create table media (
  id integer generated always as identity primary key,
  name text not null,
  -- Empty until the picture is described; until then it cannot be used.
  alt text not null default '',
  width integer not null,
  height integer not null,
  sizes jsonb not null,
  -- The point, in per cent, that stays visible when the picture is cropped.
  focal_x smallint not null default 50 constraint media_focal_x_check check (focal_x between 0 and 100),
  focal_y smallint not null default 50 constraint media_focal_y_check check (focal_y between 0 and 100),
  uploaded_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What shows a picture: 'page:faq', 'blog-post:3', 'staff-page:7'. The reference keeps a used picture from being deleted.
create table media_uses (
  media_id integer not null references media,
  subject text not null,
  primary key (media_id, subject)
);
create index media_uses_subject on media_uses (subject);

create table pages (
  id integer generated always as identity primary key,
  slug text not null unique,
  -- An unpublished page keeps its versions.
  hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The newest version whose time has come is the published one, those with a later time are scheduled, and the one without a time is
-- the draft.
create table page_versions (
  id integer generated always as identity primary key,
  page_id integer not null references pages on delete cascade,
  title text not null,
  seo_title text not null default '',
  seo_description text not null default '',
  indexed boolean not null default true,
  blocks jsonb not null,
  publish_at timestamptz,
  -- Null: a starting text that came with the product.
  written_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index page_versions_draft on page_versions (page_id) where publish_at is null;
create index page_versions_newest on page_versions (page_id, publish_at desc, id desc);

create table staff_pages (
  id integer generated always as identity primary key,
  slug text not null constraint staff_pages_slug_key unique,
  name text not null,
  job_title text not null default '',
  text text not null default '',
  picture_id integer constraint staff_pages_picture_id_fkey references media,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table blog_posts (
  id integer generated always as identity primary key,
  title text not null,
  slug text not null,
  summary text not null default '',
  text text not null,
  tags text[] not null default '{}'
    constraint blog_posts_tags_check check (tags <@ array['Home', 'Products', 'Vehicles', 'News', 'Dealer']),
  author_id integer not null constraint blog_posts_author_id_fkey references staff_pages,
  cover_id integer constraint blog_posts_cover_id_fkey references media,
  -- Null: a draft. A later time: scheduled.
  publish_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blog_posts_newest on blog_posts (publish_at desc, id desc) where publish_at is not null;
create index blog_posts_author on blog_posts (author_id, publish_at desc);
create index blog_posts_tags on blog_posts using gin (tags);
