import type { Call } from '@tuneport/contract/index';
import {
  type ClientLoaderFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { Stat } from '../../ui/text/Stat.tsx';
import { loadTuner, type Params } from './load-tuner.ts';
import { TunerFrame } from './TunerFrame.tsx';
import css from './tuner.module.css';

async function load(api: Call, params: Params, url: string) {
  const { searchParams } = new URL(url);
  const day = (name: string) => {
    const text = searchParams.get(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? { [name]: text } : {};
  };
  const [tuner, report] = await Promise.all([
    loadTuner(api, params),
    api('GET /tuners/:id/report', { params: { id: params.id ?? '' }, query: { ...day('from'), ...day('to') } }),
  ]);
  return { tuner, report };
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? `Report for ${loaderData.tuner.name}` : 'Work') },
];
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params, request.url);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) => load(call, params, request.url);

const hoursText = (hours: number | null) => (hours === null ? '–' : `${hours} h`);

/** A tuner's deliveries, turnaround and returns. */
export default function TunerReport() {
  const { tuner, report } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const { kept: onTime, of } = report.promises;
  return (
    <TunerFrame tuner={tuner}>
      <Row between>
        <h1>Work</h1>
        <Form method="get" className={css.range} key={search.toString()}>
          <TextField type="date" name="from" label="From" defaultValue={report.from.slice(0, 10)} />
          <TextField type="date" name="to" label="To" defaultValue={search.get('to') ?? report.to.slice(0, 10)} />
          <Button type="submit">Show</Button>
        </Form>
      </Row>
      <div className={css.stats}>
        <Card>
          <Stat label="Delivered">{report.delivered}</Stat>
        </Card>
        <Card>
          <Stat label="Median time" note="From the queue to the customer, in published hours.">
            {hoursText(report.median_hours)}
          </Stat>
        </Card>
        <Card>
          <Stat label="Promise times met" note={of === 0 ? 'None were due.' : `${onTime} of ${of}`}>
            {of === 0 ? '–' : `${Math.round((onTime / of) * 100)} %`}
          </Stat>
        </Card>
        <Card>
          <Stat label="Changes requested" note={`${report.sent_back} sent back in review`}>
            {report.changes}
          </Stat>
        </Card>
      </div>
      <div className={css.stats}>
        <Card className={css.card}>
          <h2>Now</h2>
          <KeyValue
            rows={[
              ['Waiting', report.now.waiting],
              ['In progress', report.now.in_work],
              ['In review', report.now.in_review],
              ['Past promise time', report.now.late],
              [
                'Oldest in the queue',
                report.now.oldest_at ? (
                  <DateText key="oldest" at={report.now.oldest_at} show="relative" />
                ) : (
                  'Nothing waiting'
                ),
              ],
            ]}
          />
          <ButtonLink to="/tuner/pools">Queues</ButtonLink>
        </Card>
        <Card className={css.card}>
          <h2>People</h2>
          {report.people.length === 0 ? (
            <p className={css.quiet}>Nothing was delivered in this period.</p>
          ) : (
            <table className={css.people}>
              <thead>
                <tr>
                  <th scope="col">Who</th>
                  <th scope="col">Delivered</th>
                  <th scope="col">Median</th>
                  <th scope="col">Changes</th>
                </tr>
              </thead>
              <tbody>
                {report.people.map((person) => (
                  <tr key={person.name}>
                    <th scope="row">{person.name}</th>
                    <td>{person.delivered}</td>
                    <td>{hoursText(person.median_hours)}</td>
                    <td>{person.changes}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Card>
      </div>
    </TunerFrame>
  );
}
