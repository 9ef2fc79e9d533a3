create table product_categories (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  description text not null default '',
  position integer not null default 0
);

-- How a product travels; what that costs to which destination is the matter of shipping.
create table product_shipping_classes (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  description text not null default '',
  position integer not null default 0
);

insert into product_shipping_classes (slug, name, description, position) values
  ('letter', 'Letter', 'Flat and light: stickers, licences on paper.', 1),
  ('parcel', 'Parcel', 'A box one person carries.', 2),
  ('bulky', 'Bulky', 'Long or heavy parts that travel alone.', 3),
  ('pallet', 'Pallet', 'Freight with an appointment.', 4),
  ('battery', 'With battery', 'Goes by ground only.', 5);

create table products (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  summary text not null default '',
  description text not null default '',
  sku text not null default '',
  category_id integer references product_categories,
  state text not null default 'draft' check (state in ('draft', 'published', 'retired')),
  regions smallint[] not null default '{1,2}',
  -- Null for what is not sent.
  shipping_class_id integer references product_shipping_classes,
  weight_g integer not null default 0 check (weight_g >= 0),
  is_digital boolean not null default false,
  tracks_stock boolean not null default true,
  -- May be ordered when there is none: it is sent once there is.
  back_orders boolean not null default false,
  -- The shortage switch that speaks for it.
  shortage_switch text check (shortage_switch in ('fz', 'fzl')),
  is_rental boolean not null default false,
  is_loaner boolean not null default false,
  -- The drawing that stands in for a picture.
  art text not null default 'parcel',
  highlights text[] not null default '{}',
  included text[] not null default '{}',
  -- [{ "name": "Connector", "values": ["OBD-II"] }]: what a list is filtered by.
  attributes jsonb not null default '[]',
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  check (not is_digital or not tracks_stock),
  check (not is_digital or not (is_rental or is_loaner))
);
create index products_category on products (category_id);
create index products_published on products (position, id) where state = 'published';
create index products_name on products using gin (name gin_trgm_ops);

create table product_prices (
  product_id integer not null references products on delete cascade,
  currency text not null,
  -- Of a rental tool this is the price of one period.
  base_minor bigint not null check (base_minor >= 0),
  dealer_minor bigint check (dealer_minor >= 0),
  deposit_minor bigint check (deposit_minor >= 0),
  primary key (product_id, currency)
);

create table product_options (
  id integer generated always as identity primary key,
  product_id integer not null references products on delete cascade,
  name text not null,
  position integer not null default 0,
  unique (product_id, name)
);
create table product_selections (
  id integer generated always as identity primary key,
  option_id integer not null references product_options on delete cascade,
  name text not null,
  position integer not null default 0,
  unique (option_id, name)
);
-- Added to the price of the product.
create table product_selection_prices (
  selection_id integer not null references product_selections on delete cascade,
  currency text not null,
  base_minor bigint not null check (base_minor >= 0),
  dealer_minor bigint check (dealer_minor >= 0),
  primary key (selection_id, currency)
);

-- The sizes of a picture are stored files that belong to 'product-image:<id>'. Without a product it was uploaded and not saved yet.
create table product_images (
  id integer generated always as identity primary key,
  product_id integer references products on delete cascade,
  alt text not null default '',
  position integer not null default 0,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- [{ "width": 800, "file": "<uuid>" }], narrowest first.
  sizes jsonb not null,
  uploaded_by integer references users on delete set null,
  created_at timestamptz not null default now()
);
create index product_images_product on product_images (product_id, position, id);

-- Every save: who, when and what it was and became, field by field.
create table product_changes (
  id bigint generated always as identity primary key,
  product_id integer not null,
  at timestamptz not null default now(),
  actor_id integer,
  changes jsonb not null
);
create index product_changes_product on product_changes (product_id, id desc);
create trigger product_changes_append_only before update or delete on product_changes
  for each row execute function refuse_change();

create table stock_locations (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  -- Orders of this region are served from here first.
  region smallint,
  -- Orders are sent from here at all.
  ships boolean not null default true,
  position integer not null default 0
);

-- What there is of a product at a location. Nothing writes here but movements; only the reserve, which is never sold, is set.
create table stock_levels (
  product_id integer not null references products,
  location_id integer not null references stock_locations,
  on_hand integer not null default 0,
  allocated integer not null default 0,
  in_transit integer not null default 0,
  quarantine integer not null default 0,
  reserve integer not null default 0 check (reserve >= 0),
  primary key (product_id, location_id),
  constraint stock_not_below_zero check (on_hand >= 0 and allocated >= 0 and in_transit >= 0 and quarantine >= 0),
  constraint stock_not_oversold check (allocated <= on_hand)
);
create index stock_levels_location on stock_levels (location_id);

create table stock_movements (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('RECEIVE', 'ALLOCATE', 'RELEASE', 'SALE', 'RETURN', 'ADJUST', 'MOVE_OUT', 'MOVE_IN',
    'RENT_OUT', 'RENT_IN', 'LOAN_OUT', 'LOAN_IN', 'TRADE_IN', 'WRITE_OFF')),
  product_id integer not null references products,
  location_id integer not null references stock_locations,
  on_hand_change integer not null default 0,
  allocated_change integer not null default 0,
  in_transit_change integer not null default 0,
  quarantine_change integer not null default 0,
  -- What it was for: 'order:17'.
  reference text,
  reason text not null default '',
  actor_id integer,
  -- A movement is taken back by another one, once.
  reverses bigint unique references stock_movements,
  check (on_hand_change <> 0 or allocated_change <> 0 or in_transit_change <> 0 or quarantine_change <> 0)
);
create index stock_movements_place on stock_movements (product_id, location_id, id desc);
create index stock_movements_reference on stock_movements (reference) where reference is not null;
create trigger stock_movements_append_only before update or delete on stock_movements
  for each row execute function refuse_change();
create trigger stock_movements_no_truncate before truncate on stock_movements
  for each statement execute function refuse_change();

create function apply_stock_movement() returns trigger language plpgsql as $$
begin
  loop
    update stock_levels set on_hand = on_hand + new.on_hand_change, allocated = allocated + new.allocated_change,
      in_transit = in_transit + new.in_transit_change, quarantine = quarantine + new.quarantine_change
      where product_id = new.product_id and location_id = new.location_id;
    exit when found;
    insert into stock_levels (product_id, location_id) values (new.product_id, new.location_id) on conflict do nothing;
  end loop;
  return null;
end $$;
create trigger stock_movements_apply after insert on stock_movements
  for each row execute function apply_stock_movement();

create function guard_stock_levels() returns trigger language plpgsql as $$
begin
  -- Depth 1 is this trigger alone: no movement stands behind the change.
  if pg_trigger_depth() < 2 and (tg_op <> 'UPDATE'
    or (new.on_hand, new.allocated, new.in_transit, new.quarantine) <> (old.on_hand, old.allocated, old.in_transit, old.quarantine))
    and not (tg_op = 'INSERT' and (new.on_hand, new.allocated, new.in_transit, new.quarantine) = (0, 0, 0, 0))
  then
    raise exception 'stock changes by movements only' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger stock_levels_guard before insert or update or delete on stock_levels
  for each row execute function guard_stock_levels();

-- What shop pages say about stock changes when the last one goes or the first one comes, not with each order: only then the kept
-- answers are made anew. At the commit, so that nobody waits for this row while an order is being written.
create function tell_store() returns trigger language plpgsql as $$
begin
  insert into area_versions (area) values ('store') on conflict (area) do update set version = area_versions.version + 1;
  perform pg_notify('area_versions', 'store');
  return null;
end $$;
create constraint trigger stock_levels_tell after update on stock_levels deferrable initially deferred
  for each row when ((old.on_hand - old.allocated - old.reserve > 0) is distinct from (new.on_hand - new.allocated - new.reserve > 0))
  execute function tell_store();

-- What was ordered without being there: while a shortage switch is on, or where the product may be.
create table stock_back_orders (
  id bigint generated always as identity primary key,
  reference text not null,
  product_id integer not null references products,
  quantity integer not null check (quantity > 0),
  -- The month the buyer was told: '2027-03'.
  month text,
  created_at timestamptz not null default now(),
  filled_at timestamptz,
  cancelled_at timestamptz
);
create index stock_back_orders_open on stock_back_orders (product_id, id) where filled_at is null and cancelled_at is null;
create index stock_back_orders_reference on stock_back_orders (reference);

-- Promises the lines of an order in one statement: all of them or, with TP001 and what is lacking as detail, none.
-- `wanted` is [{ "product_id": 1, "quantity": 2 }], a product may stand in it more than once; `short` holds the shortage
-- switches that are on with their months: { "fz": "2027-03" }. Levels are locked in one order, so that orders wait for each other
-- instead of blocking each other.
create function allocate_stock(for_reference text, wanted jsonb, short jsonb default '{}', home_region smallint default null,
  moment timestamptz default now())
returns table (product integer, location integer, quantity integer, back_ordered integer, month text) language plpgsql as $$
declare
  line record;
  place record;
  missing integer;
  lacking jsonb := '[]';
begin
  perform 1 from stock_levels l
    where l.product_id in (select (x ->> 'product_id')::integer from jsonb_array_elements(wanted) x)
    order by l.product_id, l.location_id for update;
  for line in
    select p.id, p.slug, p.back_orders, p.shortage_switch, sum((x ->> 'quantity')::integer)::integer as pieces
    from jsonb_array_elements(wanted) x join products p on p.id = (x ->> 'product_id')::integer
    where p.tracks_stock group by p.id order by p.id
  loop
    missing := line.pieces;
    month := null;
    if line.shortage_switch is not null and short ? line.shortage_switch then
      month := short ->> line.shortage_switch;
    else
      for place in
        select l.location_id as id, l.on_hand - l.allocated - l.reserve as free
        from stock_levels l join stock_locations s on s.id = l.location_id
        where l.product_id = line.id and s.ships and l.on_hand - l.allocated - l.reserve > 0
        -- One parcel before two, near before far.
        order by l.on_hand - l.allocated - l.reserve >= line.pieces desc, s.region is not distinct from home_region desc,
          s.position, s.id
      loop
        product := line.id;
        location := place.id;
        quantity := least(missing, place.free);
        back_ordered := 0;
        insert into stock_movements (at, kind, product_id, location_id, allocated_change, reference)
          values (moment, 'ALLOCATE', product, location, quantity, for_reference);
        missing := missing - quantity;
        return next;
        exit when missing = 0;
      end loop;
    end if;
    if missing > 0 then
      if line.back_orders or (line.shortage_switch is not null and short ? line.shortage_switch) then
        product := line.id;
        location := null;
        quantity := 0;
        back_ordered := missing;
        insert into stock_back_orders (reference, product_id, quantity, month, created_at)
          values (for_reference, line.id, missing, allocate_stock.month, moment);
        return next;
      else
        lacking := lacking || jsonb_build_object('slug', line.slug, 'product_id', line.id, 'wanted', line.pieces,
          'available', line.pieces - missing);
      end if;
    end if;
  end loop;
  if lacking <> '[]' then
    raise exception 'not enough in stock' using errcode = 'TP001', detail = lacking::text;
  end if;
end $$;

-- Ends what an order was promised: 'SALE' when it is sent, 'RELEASE' when it is not wanted any more. `wanted` null means all that is
-- still open, else at most so many of each product. Asked again it finds nothing open and does nothing.
create function settle_stock(for_reference text, how text, wanted jsonb default null, who integer default null,
  moment timestamptz default now())
returns table (product integer, location integer, quantity integer) language plpgsql as $$
begin
  if how not in ('SALE', 'RELEASE') then raise exception 'settle_stock knows SALE and RELEASE, not %', how; end if;
  perform 1 from stock_levels l
    where (l.product_id, l.location_id) in (select m.product_id, m.location_id from stock_movements m where m.reference = for_reference)
    order by l.product_id, l.location_id for update;
  for product, location, quantity in
    with held as (
      select m.product_id, m.location_id, sum(m.allocated_change)::integer as pieces from stock_movements m
      where m.reference = for_reference group by m.product_id, m.location_id having sum(m.allocated_change) > 0
    ), asked as (
      select (x ->> 'product_id')::integer as product_id, sum((x ->> 'quantity')::integer)::integer as pieces
      from jsonb_array_elements(wanted) x group by 1
    ), taken as (
      select h.product_id, h.location_id, case when wanted is null then h.pieces
        else least(h.pieces, a.pieces - (sum(h.pieces) over (partition by h.product_id order by h.location_id) - h.pieces))::integer
        end as pieces
      from held h left join asked a using (product_id)
    )
    select t.product_id, t.location_id, t.pieces from taken t where t.pieces > 0 order by t.product_id, t.location_id
  loop
    insert into stock_movements (at, kind, product_id, location_id, on_hand_change, allocated_change, reference, actor_id)
      values (moment, how, product, location, case how when 'SALE' then -quantity else 0 end, -quantity, for_reference, who);
    return next;
  end loop;
  if how = 'RELEASE' and wanted is null then
    update stock_back_orders b set cancelled_at = moment
      where b.reference = for_reference and b.filled_at is null and b.cancelled_at is null;
  end if;
end $$;
