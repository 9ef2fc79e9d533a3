import type { CallReply } from '@tuneport/contract/index';
import { bookableKinds, type StockMovementKind, stockMovements } from '@tuneport/domain/store/stock';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { placePath } from './StockPage.tsx';
import css from './stock.module.css';

type Place = CallReply<'GET /stock/product/:productSlug/location/:locationSlug'>;
type Movement = Place['movements']['data'][number];

const signed = (value: number) => (value === 0 ? '' : value > 0 ? `+${value}` : `−${-value}`);
const labelOf = (kind: string) => stockMovements[kind as StockMovementKind]?.label ?? kind;

/** The stock movements of a product at a location, newest first. */
export function StockMovements({ place }: { place: Place }) {
  const [taking, setTaking] = useState<Movement | null>(null);
  const { revalidate } = useRevalidator();
  const { movements } = place;
  if (movements.total === 0)
    return (
      <EmptyState title="Movements appear here.">
        No movements at this location yet. Start with a delivery or a count.
      </EmptyState>
    );
  const params = { productSlug: place.product.slug, locationSlug: place.location.slug };
  return (
    <Card>
      <h2>Movements</h2>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Type</th>
              <th scope="col">Reason</th>
              <th scope="col">On hand</th>
              <th scope="col">Reserved</th>
              <th scope="col">In transit</th>
              <th scope="col">Quarantine</th>
              <th scope="col">Cost</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {movements.data.map((movement) => (
              <tr key={movement.id} data-over={movement.reversed || undefined}>
                <td>
                  <DateText at={movement.at} />
                </td>
                <td>{movement.reverses ? `${labelOf(movement.kind)}, reversed` : labelOf(movement.kind)}</td>
                <td className={css.why}>
                  {[movement.reason, movement.reference, movement.by].filter(Boolean).join(' · ') || '–'}
                </td>
                <td>{signed(movement.on_hand)}</td>
                <td>{signed(movement.allocated)}</td>
                <td>{signed(movement.in_transit)}</td>
                <td>{signed(movement.quarantine)}</td>
                <td>{movement.cost ? <MoneyText money={movement.cost} /> : ''}</td>
                <td>
                  {movement.reversed ||
                  movement.reverses ||
                  !(bookableKinds as readonly string[]).includes(movement.kind) ? null : (
                    <Button size="small" variant="ghost" onClick={() => setTaking(movement)}>
                      Reverse
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pagination
        page={movements.page}
        pageCount={movements.page_count}
        to={(page) => `${placePath(place.product.slug, place.location.slug)}?page=${page}`}
        label="Pages of movements"
      />
      {taking ? (
        <ConfirmDialog
          open
          onClose={() => setTaking(null)}
          title="Reverse this movement?"
          confirmLabel="Reverse movement"
          reason={{ label: 'Reason', required: true }}
          onConfirm={async (reason) => {
            await call('POST /stock/product/:productSlug/location/:locationSlug/reverse', {
              params,
              body: { movement: taking.id, reason },
              once: true,
            });
            toast('Movement reversed.');
            await revalidate();
          }}
        >
          A second movement cancels it out. The first one stays in the list.
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
