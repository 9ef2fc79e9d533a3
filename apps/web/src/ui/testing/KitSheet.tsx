import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CarOutline } from '../brand/CarOutline.tsx';
import { CurveArt } from '../brand/CurveArt.tsx';
import { EmptyArt } from '../brand/EmptyArt.tsx';
import { EngineSymbol } from '../brand/EngineSymbol.tsx';
import { LoadingLine } from '../brand/LoadingLine.tsx';
import { Logo } from '../brand/Logo.tsx';
import { Mark } from '../brand/Mark.tsx';
import { ToolDrawing } from '../brand/ToolDrawing.tsx';
import { BarChart, LineChart, StackedBarChart } from '../chart/Chart.tsx';
import { CohortTable } from '../chart/CohortTable.tsx';
import { DynoChart } from '../chart/DynoChart.tsx';
import { Funnel } from '../chart/Funnel.tsx';
import { HeatMap } from '../chart/HeatMap.tsx';
import { StatTile } from '../chart/StatTile.tsx';
import { Button, ButtonLink, TextLink } from '../controls/Button.tsx';
import { CopyField } from '../controls/CopyField.tsx';
import { FileDrop } from '../controls/FileDrop.tsx';
import { Kbd } from '../controls/Kbd.tsx';
import { StateActions } from '../controls/StateActions.tsx';
import { Tabs } from '../controls/Tabs.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { Badge, StateDot, type StateTone } from '../feedback/StateDot.tsx';
import { Timeline } from '../feedback/Timeline.tsx';
import { ToastRegion } from '../feedback/ToastRegion.tsx';
import { toast } from '../feedback/toast-store.ts';
import { Checkbox, Radio, Switch } from '../form/Checkbox.tsx';
import { DetailForm } from '../form/DetailForm.tsx';
import { FieldGroup } from '../form/FieldGroup.tsx';
import { FormError } from '../form/FormError.tsx';
import type { FormValues } from '../form/merge.ts';
import { NativeSelect } from '../form/NativeSelect.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { Textarea } from '../form/Textarea.tsx';
import { TextField } from '../form/TextField.tsx';
import { Breadcrumbs } from '../layout/Breadcrumbs.tsx';
import { Card, CardGrid, CardLink, Container, Row, Section, Stack } from '../layout/Layout.tsx';
import { PrintLayout } from '../layout/PrintLayout.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { type Column, specOf } from '../list/list-columns.ts';
import { parseListState, rowsPerPage } from '../list/list-state.ts';
import { Pagination } from '../list/Pagination.tsx';
import { CommandPalette } from '../overlay/CommandPalette.tsx';
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx';
import { matchCommands } from '../overlay/command-match.ts';
import { Dialog, Drawer } from '../overlay/Dialog.tsx';
import { Menu } from '../overlay/Menu.tsx';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { Countdown } from '../text/Countdown.tsx';
import { DateText } from '../text/DateText.tsx';
import { Icon } from '../text/Icon.tsx';
import { KeyValue } from '../text/KeyValue.tsx';
import { Figure, MoneyText } from '../text/MoneyText.tsx';
import { RichText } from '../text/RichText.tsx';
import { Stat } from '../text/Stat.tsx';
import { BoardSample } from './BoardSample.tsx';
import css from './KitSheet.module.css';
import {
  days,
  orderFilters,
  orders,
  power,
  productFields,
  type SampleOrder,
  torque,
  visits,
  visitsBefore,
} from './sample-data.ts';
import { TreeSample } from './TreeSample.tsx';

/** All UI components on one page, for their tests; not a page of the product. Needs a data router around it. */
export function KitSheet() {
  return (
    <main>
      <Hero />
      <Container>
        <Brand />
        <Controls />
        <Messages />
        <Floating />
        <Facts />
        <Charts />
      </Container>
      <div data-density="compact">
        <Container>
          <OfficeList />
          <OfficeRecord />
          <Block title="Board and calendar">
            <BoardSample />
          </Block>
          <Block title="Tree editor">
            <TreeSample />
          </Block>
          <Paper />
        </Container>
      </div>
      <ToastRegion />
    </main>
  );
}

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.block}>
    <h2>{title}</h2>
    <Stack>{children}</Stack>
  </section>
);

const Hero = () => (
  <Section
    scheme="dark"
    headingLevel={1}
    eyebrow="Volkswagen Golf R, 2.0 TSI"
    title="Sixty-two more horses, measured."
    lead="A dark band with its own scheme: the curve is the hero, the one accent button leads on."
  >
    <Stack>
      <CurveArt power={power} torque={torque} label="Power from 200 to 262 hp, torque from 269 to 350 lb-ft" draws />
      <Row>
        <ButtonLink to="/vehicles" variant="primary">
          Find your car
        </ButtonLink>
        <ButtonLink to="/about">How we measure</ButtonLink>
      </Row>
    </Stack>
  </Section>
);

const colours = [
  'ground',
  'raised',
  'sunken',
  'text',
  'quiet',
  'line',
  'control',
  'accent',
  'accent-fill',
  'torque',
  'stock',
  'good',
  'bad',
  'careful',
];

const Brand = () => (
  <>
    <Block title="Mark, colour, type">
      <div className={css.art}>
        <Logo />
        <Mark size={64} />
        <Mark size={32} />
        <Mark size={16} />
        <Mark size={64} bare />
        <LoadingLine label="Reading the file" />
      </div>
      <div className={css.swatches}>
        {colours.map((name) => (
          <div key={name} className={css.swatch}>
            <svg aria-hidden="true">
              <rect width="100%" height="100%" fill={`var(--c-${name})`} />
            </svg>
            {name}
          </div>
        ))}
      </div>
      <div className={css.scale}>
        <span className={css.t64}>+62 hp at 5,000 rpm</span>
        <span className={css.t48}>Tunes for your engine</span>
        <span className={css.t28}>Choose what you drive</span>
      </div>
    </Block>
    <Block title="Drawings">
      <div className={css.art}>
        {(['hatch', 'sedan', 'wagon', 'coupe', 'convertible', 'suv', 'pickup', 'van'] as const).map((body) => (
          <CarOutline key={body} body={body} measured />
        ))}
      </div>
      <div className={css.art}>
        {(['flash', 'cable', 'bench', 'chip'] as const).map((tool) => (
          <ToolDrawing key={tool} tool={tool} width={120} />
        ))}
        {(['inline4', 'inline6', 'v6', 'v8', 'flat6', 'diesel', 'electric'] as const).map((kind) => (
          <EngineSymbol key={kind} kind={kind} />
        ))}
      </div>
      <div className={css.art}>
        {(['list', 'search', 'file', 'broken', 'lock', 'lost'] as const).map((kind) => (
          <EmptyArt key={kind} kind={kind} />
        ))}
      </div>
    </Block>
  </>
);

const Controls = () => (
  <>
    <Block title="Buttons and links">
      <Row>
        <Button variant="primary">Add to cart</Button>
        <Button>Save for later</Button>
        <Button variant="ghost">Not now</Button>
        <Button variant="danger">Delete file</Button>
        <Button variant="dangerFill">Delete 3 files</Button>
        <Button variant="link">Why this price</Button>
        <Button busy>Sending</Button>
        <Button disabled>Not allowed</Button>
        <Button icon aria-label="Search">
          <Icon name="search" />
        </Button>
        <Button size="small">Small</Button>
      </Row>
      <p>
        A sentence with <TextLink to="/vehicles">a link in it</TextLink> and a key <Kbd>/</Kbd>, a <Badge>draft</Badge>{' '}
        and <Badge tone="accent">new</Badge>.
      </p>
      <Breadcrumbs crumbs={[{ label: 'Vehicles', to: '/' }, { label: 'Volkswagen', to: '/vw' }, { label: 'Golf R' }]} />
      <Tabs
        label="Parts of the account"
        tabs={[
          { label: 'Orders', to: '/', end: true, count: 12 },
          { label: 'Garage', to: '/garage' },
          { label: 'Security', to: '/security' },
        ]}
      />
      <Pagination page={4} pageCount={20} to={(page) => `?page=${page}`} label="Sample pages" />
    </Block>
    <Block title="Fields">
      <div className={css.two}>
        <Stack>
          <TextField label="E-mail" type="email" name="email" autoComplete="email" placeholder="name@example.com" />
          <PasswordField label="Password" name="password" hint="At least 12 characters." />
          <TextField
            label="Vehicle identification number"
            error="This number has 16 characters; 17 are needed."
            defaultValue="WVWZZZ1KZAW00000"
          />
          <TextField label="Price" inputMode="decimal" after="CAD" defaultValue="649.00" optional />
        </Stack>
        <Stack>
          <NativeSelect
            label="Make"
            placeholder="Choose a make"
            options={[
              { value: 'vw', label: 'Volkswagen' },
              { value: 'bmw', label: 'BMW' },
            ]}
          />
          <Textarea label="What would you like from this tune" optional />
          <FieldGroup label="Fuel">
            <Radio name="fuel" label="91 octane" defaultChecked />
            <Radio name="fuel" label="93 octane" />
          </FieldGroup>
          <Checkbox label="I have read the terms" error="Please read and accept the terms first." />
          <Switch label="Tell me when a newer version is out" defaultChecked />
        </Stack>
      </div>
    </Block>
  </>
);

const Messages = () => (
  <Block title="Messages and states">
    <div className={css.two}>
      <Stack>
        <Notice>Dealers see their own prices after logging in.</Notice>
        <Notice tone="good" title="Your tune is ready">
          Download it below, or have it sent to your tool.
        </Notice>
        <Notice tone="careful">This tool needs firmware 4.2 or newer.</Notice>
        <FormError
          message="Some fields were not correct:"
          errors={{ email: ['Enter an e-mail address such as name@example.com.'], vin: ['17 characters are needed.'] }}
          labels={{ email: 'E-mail', vin: 'Vehicle number' }}
        />
      </Stack>
      <Stack>
        <Card>
          <Skeleton lines={4} />
        </Card>
        <Row>
          <StateDot tone="neutral" hollow>
            not started
          </StateDot>
          <StateDot tone="busy">in work</StateDot>
          <StateDot tone="good">delivered</StateDot>
          <StateDot tone="careful">needs an answer</StateDot>
          <StateDot tone="bad">failed</StateDot>
        </Row>
        <CopyField label="Invitation link" value="https://tuneport.example/invite/7f3c9a" />
        <Row>
          <span>The sale ends in</span>
          <Countdown until="2099-01-01T00:00:00Z" now="2098-12-29T20:10:05Z" label="The sale ends on 1 January 2099" />
        </Row>
      </Stack>
    </div>
    <div className={css.two}>
      <Card>
        <EmptyState title="Your garage is empty." step={<Button>Add your first car</Button>}>
          Cars you add are kept here with their tunes and files.
        </EmptyState>
      </Card>
      <Card>
        <ErrorState onRetry={() => {}} reference="01JX5Q2" />
      </Card>
    </div>
  </Block>
);

const sampleCommands = [
  { id: 'orders', label: 'Orders', group: 'Pages', to: '/' },
  { id: 'users', label: 'Users', group: 'Pages', to: '/' },
  { id: 'sale', label: 'Start a sale', group: 'Actions', detail: 'Store', run: () => toast('Started.') },
];

function Floating() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'confirm' | null>(null);
  const [palette, setPalette] = useState(false);
  const [typed, setTyped] = useState('');
  const close = () => setOpen(null);
  return (
    <Block title="Things that float">
      <Row>
        <Button onClick={() => setPalette(true)}>Open the command palette</Button>
        <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Open a drawer</Button>
        <Button onClick={() => setOpen('confirm')}>Ask first</Button>
        <Menu
          label="More"
          entries={[
            { label: 'Rename', icon: 'file' },
            { label: 'Go home', icon: 'arrowRight', to: '/' },
            'rule',
            { label: 'Delete', icon: 'trash', danger: true },
          ]}
        />
        <Button onClick={() => toast('Saved.', { action: { label: 'Undo', onSelect: () => {} } })}>
          Say something
        </Button>
        <Button onClick={() => toast('The file could not be read.', { tone: 'bad' })}>Say something bad</Button>
        <Tooltip text="Prices include the tool credit you already own.">
          {(id) => (
            <Button variant="ghost" aria-describedby={id}>
              Hover me
            </Button>
          )}
        </Tooltip>
        <span>
          <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
        </span>
      </Row>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Choose your region"
        foot={<Button variant="primary">Save region</Button>}
      >
        <NativeSelect label="Region" options={[{ value: 'ca', label: 'Canada' }]} />
      </Dialog>
      <Drawer open={open === 'drawer'} onClose={close} title="Cart" foot={<Button variant="primary">Check out</Button>}>
        <EmptyState title="Nothing in the cart yet." />
      </Drawer>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Refund 120.00 CAD?"
        confirmLabel="Refund 120.00 CAD"
        danger
        reason={{ label: 'Reason', required: true }}
        onConfirm={async () => {
          throw new Error('The payment provider did not answer. Nothing was refunded.');
        }}
      >
        The customer gets a mail with the amount and the reason.
      </ConfirmDialog>
      <CommandPalette
        open={palette}
        onClose={() => setPalette(false)}
        typed={typed}
        onType={setTyped}
        commands={matchCommands(sampleCommands, typed)}
      />
    </Block>
  );
}

const Facts = () => (
  <Block title="Facts and figures">
    <CardGrid>
      <Card>
        <Stat label="Gain" note="at 5000 rpm, 93 octane">
          <Figure value={62} unit="hp" signed />
        </Stat>
      </Card>
      <Card>
        <Stat label="Price">
          <MoneyText money={{ amount: '649.00', currency: 'CAD' }} was={{ amount: '749.00', currency: 'CAD' }} />
        </Stat>
      </Card>
      <Card>
        <Stat label="Balance" note="after 312 entries">
          <MoneyText money={{ amount: '-12480.50', currency: 'CAD' }} />
        </Stat>
      </Card>
      <CardLink to="/">
        <Stat label="Files this week" note="a card that is a link">
          <Figure value={1284} unit="files" />
        </Stat>
      </CardLink>
    </CardGrid>
    <div className={css.two}>
      <Card>
        <h3>Request 4711</h3>
        <KeyValue
          rows={[
            ['Car', 'Volkswagen Golf R 2.0 TSI'],
            ['Asked', <DateText key="at" at="2026-02-03T14:05:00Z" show="both" />],
            ['Dealer', null],
            ['Price', <MoneyText key="price" money={{ amount: '649.00', currency: 'CAD' }} />],
          ]}
        />
      </Card>
      <Card>
        <h3>Where it is</h3>
        <Timeline
          moments={[
            { id: 1, title: 'File received', when: <DateText at="2026-02-03T14:05:00Z" />, tone: 'good' },
            {
              id: 2,
              title: 'A tuner is at work',
              when: 'since 15:10',
              tone: 'busy',
              body: 'Usually done within 4 hours.',
            },
            { id: 3, title: 'Check on our bench', ahead: true },
            { id: 4, title: 'Ready to download', ahead: true },
          ]}
        />
      </Card>
    </div>
    <FileDrop
      label="Drop your file here, or choose it"
      accept=".bin,.ori"
      bytesMax={16_000_000}
      upload={async (_file, onProgress) => {
        for (let part = 0; part <= 1; part += 0.1) {
          onProgress(part);
          await new Promise((done) => setTimeout(done, 150));
        }
      }}
    />
    <RichText sanitisedHtml="<p>Text from the server, <b>sanitised there</b>, with <a href='/'>a link</a>.</p><ul><li>One</li><li>Two</li></ul>" />
  </Block>
);

const ordersPerDay = visits.slice(0, 12).map((v) => Math.round(v / 9));

const Charts = () => (
  <Block title="Charts">
    <Card>
      <DynoChart power={power} torque={torque} label="Power from 200 to 262 hp, torque from 269 to 350 lb-ft" />
    </Card>
    <div className={css.two}>
      <Card>
        <LineChart
          label="Visits per day in January"
          labels={days}
          unit="visits"
          partialFrom={days.length - 1}
          series={[
            { label: 'This month', values: visits },
            { label: 'Before', values: visitsBefore, tone: 'stock', dashed: true },
          ]}
        />
      </Card>
      <Card>
        <BarChart
          label="Orders per day"
          labels={days.slice(0, 12)}
          partialFrom={11}
          linkOf={() => '/'}
          series={[{ label: 'Orders', values: ordersPerDay, tone: 'torque' }]}
        />
      </Card>
      <Card>
        <StackedBarChart
          label="Orders and tune purchases per day"
          labels={days.slice(0, 12)}
          series={[
            { label: 'Orders', values: ordersPerDay },
            { label: 'Tunes', values: ordersPerDay.map((n) => n + 4), tone: 'torque' },
          ]}
        />
      </Card>
      <Card>
        <LineChart
          label="Open requests"
          labels={days}
          series={[{ label: 'Open', values: visits.map((v, i) => (i === 9 ? null : v)), tone: 'torque' }]}
        />
      </Card>
      <Card>
        <BarChart label="Refunds" labels={days} series={[{ label: 'Refunds', values: [] }]} />
      </Card>
      <StatTile
        label="Takings, last 30 days"
        to="/"
        compare={{ current: 18_420, previous: 16_200, with: 'the 30 days before', better: 'up' }}
      >
        18,420.00 CAD
      </StatTile>
      <Card>
        <Funnel
          label="From visit to purchase"
          steps={[
            { label: 'Visited', value: 4210 },
            { label: 'Chose a car', value: 1630, to: '/' },
            { label: 'Saw a price', value: 980 },
            { label: 'Paid', value: 112 },
          ]}
        />
      </Card>
      <Card>
        <HeatMap
          label="Orders by weekday and time"
          rows={['Mon', 'Tue', 'Wed']}
          columns={['0–6', '6–12', '12–18', '18–24']}
          values={[
            [0, 4, 9, 3],
            [1, 6, 12, 2],
            [null, 5, 7, 4],
          ]}
        />
        <CohortTable
          label="Customers who bought again"
          cohorts={[
            { label: 'Jan 2026', size: 120, active: [120, 38, 31] },
            { label: 'Feb 2026', size: 90, active: [90, 27] },
          ]}
        />
      </Card>
    </div>
  </Block>
);

const tones: Record<SampleOrder['state'], StateTone> = {
  paid: 'neutral',
  'in work': 'busy',
  delivered: 'good',
  refunded: 'bad',
  waiting: 'careful',
};

const orderColumns: readonly Column<SampleOrder>[] = [
  { id: 'id', label: 'Order', cell: (o) => o.id, sortable: true, csv: (o) => o.id, width: 90 },
  { id: 'customer', label: 'Customer', cell: (o) => o.customer, sortable: true, csv: (o) => o.customer },
  { id: 'car', label: 'Car', cell: (o) => o.car, csv: (o) => o.car, editable: true, hideBelow: 800 },
  {
    id: 'state',
    label: 'Status',
    cell: (o) => <StateDot tone={tones[o.state]}>{o.state}</StateDot>,
    csv: (o) => o.state,
  },
  { id: 'at', label: 'Placed', cell: (o) => <DateText at={o.at} />, sortable: true, csv: (o) => o.at, hideBelow: 1000 },
  {
    id: 'total',
    label: 'Total, CAD',
    align: 'end',
    cell: (o) => <MoneyText money={o.total} hideCurrency />,
    sortable: true,
    csv: (o) => ({ number: o.total.amount }),
  },
];

function OfficeList() {
  const [cars, setCars] = useState<Readonly<Record<number, string>>>({});
  const [params] = useSearchParams();
  const spec = useMemo(() => specOf(orderColumns, orderFilters, '-at'), []);
  const state = parseListState(params, spec);
  const fit = orders.filter(
    (o) =>
      o.customer.toLowerCase().includes(state.search.toLowerCase()) &&
      (state.filters.state === undefined || o.state === state.filters.state),
  );
  const pageOf = (page: number, size = rowsPerPage) => ({
    data: fit.slice((page - 1) * size, page * size).map((o) => ({ ...o, car: cars[o.id] ?? o.car })),
    page,
    page_count: Math.ceil(fit.length / size),
    total: fit.length,
  });
  return (
    <section className={css.block}>
      <ListPage
        title="Orders"
        columns={orderColumns}
        filters={orderFilters}
        defaultSort="-at"
        searchLabel="Search customer"
        answer={pageOf(state.page)}
        loadPage={async (page) => pageOf(page)}
        rowKey={(o) => o.id}
        rowName={(o) => `order ${o.id}`}
        rowLink={(o) => `/orders/${o.id}`}
        rowActions={() => [{ label: 'Print', icon: 'print' }, 'rule', { label: 'Refund', danger: true }]}
        bulkActions={[
          { label: 'Print', run: async () => {}, runMatching: async () => {} },
          { label: 'Refund', danger: true, reason: { label: 'Reason', required: true }, run: async () => {} },
        ]}
        edit={{
          field: (id) => (id === 'car' ? { name: 'car', label: 'Car', kind: 'text', maxLength: 80 } : null),
          value: (o) => o.car,
          save: async (o, _, car) => {
            if (car === '') return { kind: 'invalid', message: 'Enter a car.' };
            setCars({ ...cars, [o.id]: String(car) });
            return { kind: 'saved' };
          },
        }}
        create={{ label: 'New order', to: '/orders/new' }}
        empty={{ title: 'No orders yet.', text: 'Orders appear here as soon as somebody buys.' }}
      />
    </section>
  );
}

const product: FormValues = {
  name: 'Flash cable, second edition',
  price: '189.00',
  kind: 'cable',
  sku: 'TP-0042',
  weight: '240',
  text: 'Connects the diagnosis port with a computer.',
  shown: true,
};

function OfficeRecord() {
  const [saves, setSaves] = useState(0);
  return (
    <section className={css.block}>
      <div className={css.two}>
        <Card>
          <h2>Product 42</h2>
          <DetailForm
            fields={productFields}
            values={product}
            readAt="2026-02-03T14:05:00Z"
            saveLabel="Save product"
            save={async (values, readAt) => {
              setSaves(saves + 1);
              if (values.name === '')
                return {
                  kind: 'invalid',
                  message: 'Some fields were not correct:',
                  errors: { name: ['Name is required.'] },
                };
              if (saves === 0) {
                return {
                  kind: 'stale',
                  by: 'Dagny Aas',
                  current: { ...product, name: 'Flash cable, 2nd edition', weight: '260' },
                  readAt: '2026-02-03T15:00:00Z',
                };
              }
              return { kind: 'saved', values, readAt };
            }}
          />
        </Card>
        <Stack>
          <Card>
            <h2>Value transfer 7</h2>
            <Stack>
              <StateDot tone="careful">reviewed</StateDot>
              <StateActions
                main="lock"
                can={{ lock: true, cancel: true, perform: false }}
                run={async (verb) => {
                  toast(`Done: ${verb}`);
                }}
                steps={[
                  { verb: 'lock', label: 'Lock transfer' },
                  { verb: 'perform', label: 'Perform transfer' },
                  {
                    verb: 'cancel',
                    label: 'Cancel transfer',
                    danger: true,
                    reason: { label: 'Reason', required: true },
                  },
                ]}
              />
            </Stack>
          </Card>
          <Card>
            <h2>A record that may only be read</h2>
            <DetailForm
              readOnly
              fields={productFields.slice(0, 4)}
              values={product}
              readAt=""
              save={async () => ({ kind: 'failed', message: '' })}
            />
          </Card>
        </Stack>
      </div>
    </section>
  );
}

const Paper = () => (
  <section className={css.block}>
    <PrintLayout
      title="Receipt 2026-000117"
      meta={
        <>
          3 Feb 2026
          <br />
          Ada Lindqvist
        </>
      }
      verification={{ code: '7F3C-9A21-B04E', url: 'tuneport.example/verify' }}
      totals={
        <KeyValue
          rows={[
            ['Net', '579.46 CAD'],
            ['Tax 12%', '69.54 CAD'],
            ['Total', <strong key="total">649.00 CAD</strong>],
          ]}
        />
      }
    >
      <table>
        <thead>
          <tr>
            <th>What</th>
            <th data-end>Amount, CAD</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Stage 1 tune, Volkswagen Golf R 2.0 TSI</td>
            <td data-end>649.00</td>
          </tr>
        </tbody>
      </table>
    </PrintLayout>
  </section>
);
