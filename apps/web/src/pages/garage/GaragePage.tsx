import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { formAction, type SentForm } from '../../platform/api/form-action.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { Container, Row } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { AcceptDialog } from './AcceptDialog.tsx';
import { CarCard } from './CarCard.tsx';
import { CarDialog } from './CarDialog.tsx';
import css from './garage.module.css';

export type Car = CallReply<'GET /vehicles'>[number];

export const meta = () => [{ title: pageTitle(t('My garage')) }];

const load = (api: Call) => api('GET /vehicles');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (api, field, idempotencyKey) => {
    await api('POST /vehicles', { body: { vin: field('vin') }, idempotencyKey });
    return redirect('/garage');
  });

export default function GaragePage() {
  const cars = useLoaderData<typeof loader>();
  const sent = useActionData() as SentForm | undefined;
  const { revalidate } = useRevalidator();
  const [editing, setEditing] = useState<Car | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Car | null>(null);
  const [isAccepting, setAccepting] = useState(false);
  const navigate = useNavigate();
  const accept = (
    <Button variant="quiet" onClick={() => setAccepting(true)}>
      {t('Enter hand-over code')}
    </Button>
  );
  const add = (
    <Button variant={cars.length === 0 ? 'primary' : 'quiet'} onClick={() => setEditing('new')}>
      <Icon name="plus" />
      {t('Add car')}
    </Button>
  );
  return (
    <Container className={css.page}>
      <Row between>
        <h1>{t('My garage')}</h1>
        {cars.length === 0 ? null : (
          <Row>
            {accept}
            {add}
          </Row>
        )}
      </Row>
      {cars.length === 0 ? (
        <EmptyState
          title={t('Your cars appear here.')}
          step={
            <>
              {add}
              {accept}
            </>
          }
        >
          {t('Add a car to see its tunes, tools and logs in one place, and what to do next.')}
        </EmptyState>
      ) : (
        <ul className={css.cars}>
          {cars.map((car, at) => (
            <CarCard
              key={car.id}
              isFirst={at === 0}
              car={car}
              onEdit={() => setEditing(car)}
              onDelete={() => setLeaving(car)}
            />
          ))}
        </ul>
      )}
      <noscript>
        <form method="post" className={css.plain} aria-label={t('Add car')}>
          <TextField
            label={t('VIN')}
            name="vin"
            defaultValue={sent?.values.vin}
            error={sent?.errors.vin}
            maxLength={60}
          />
          <Button type="submit">{t('Add car')}</Button>
        </form>
      </noscript>
      {editing ? (
        <CarDialog
          car={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={async () => {
            setEditing(null);
            await revalidate();
            toast(t('Car saved.'));
          }}
        />
      ) : null}
      {isAccepting ? (
        <AcceptDialog
          onClose={() => setAccepting(false)}
          onAccepted={async (id) => {
            toast(t('The car is in your garage.'));
            await navigate(`/garage/${id}`);
          }}
        />
      ) : null}
      {leaving ? (
        <ConfirmDialog
          open
          danger
          onClose={() => setLeaving(null)}
          title={t('Delete {nickname}?', { nickname: leaving.nickname || leaving.title })}
          confirmLabel={t('Delete car')}
          onConfirm={async () => {
            await call('DELETE /vehicles/:id', { params: { id: leaving.id } });
            await revalidate();
            toast(t('Car deleted.'));
          }}
        >
          {t('Its photo, notes and shared links are deleted. Your tune requests, purchases and logs stay.')}
        </ConfirmDialog>
      ) : null}
    </Container>
  );
}
