import type { Call } from '@tuneport/contract/index';
import { percentText } from '@tuneport/domain/text/percent-text';
import { t } from '@tuneport/domain/text/text';
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
  { title: pageTitle(loaderData ? t('Report for {name}', { name: loaderData.tuner.name }) : t('Work')) },
];
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params, request.url);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) => load(call, params, request.url);

const hoursText = (hours: number | null) => (hours === null ? '–' : t('{hours} h', { hours }));

/** A tuner's deliveries, turnaround and returns. */
export default function TunerReport() {
  const { tuner, report } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const { kept: onTime, of } = report.promises;
  return (
    <TunerFrame tuner={tuner}>
      <Row between>
        <h1>{t('Work')}</h1>
        <Form method="get" className={css.range} key={search.toString()}>
          <TextField type="date" name="from" label={t('From')} defaultValue={report.from.slice(0, 10)} />
          <TextField type="date" name="to" label={t('To')} defaultValue={search.get('to') ?? report.to.slice(0, 10)} />
          <Button type="submit">{t('Show')}</Button>
        </Form>
      </Row>
      <div className={css.stats}>
        <Card>
          <Stat label={t('Delivered')}>{report.delivered}</Stat>
        </Card>
        <Card>
          <Stat label={t('Median time')} note={t('From the queue to the customer, in published working hours.')}>
            {hoursText(report.median_hours)}
          </Stat>
        </Card>
        <Card>
          <Stat
            label={t('Promise times met')}
            note={of === 0 ? t('None were due.') : t('{count} of {all}', { count: onTime, all: of })}
          >
            {of === 0 ? '–' : percentText(Math.round((onTime / of) * 100))}
          </Stat>
        </Card>
        <Card>
          <Stat label={t('Changes requested')} note={t('{count} sent back in review', { count: report.sent_back })}>
            {report.changes}
          </Stat>
        </Card>
      </div>
      <div className={css.stats}>
        <Card className={css.card}>
          <h2>{t('Now')}</h2>
          <KeyValue
            rows={[
              [t('Waiting'), report.now.waiting],
              [t('In progress'), report.now.in_work],
              [t('In review'), report.now.in_review],
              [t('Past promise time'), report.now.late],
              [
                t('Oldest in the queue'),
                report.now.oldest_at ? (
                  <DateText key="oldest" at={report.now.oldest_at} show="relative" />
                ) : (
                  t('Nothing waiting')
                ),
              ],
            ]}
          />
          <ButtonLink to="/tuner/pools">{t('Queues')}</ButtonLink>
        </Card>
        <Card className={css.card}>
          <h2>{t('People')}</h2>
          {report.people.length === 0 ? (
            <p className={css.quiet}>{t('Nothing was delivered in this period.')}</p>
          ) : (
            <table className={css.people}>
              <thead>
                <tr>
                  <th scope="col">{t('Who')}</th>
                  <th scope="col">{t('Delivered')}</th>
                  <th scope="col">{t('Median')}</th>
                  <th scope="col">{t('Changes')}</th>
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
