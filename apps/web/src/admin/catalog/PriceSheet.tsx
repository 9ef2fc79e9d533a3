import type { CallReply } from '@tuneport/contract/index';
import { useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { FileDrop } from '../../ui/controls/FileDrop.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Stack } from '../../ui/layout/Layout.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { sendFile } from '../record/send-file.ts';
import css from './catalog-admin.module.css';

type Reply = CallReply<'POST /v1/admin/ecu/tunes/prices-csv'>;
const bytesMax = 5 * 1024 * 1024;

const send = (file: File, dryRun: boolean) =>
  sendFile('POST /v1/admin/ecu/tunes/prices-csv', file, { fields: { dry_run: String(dryRun) } });

/** Individual prices of tunes as a file: exported, edited in a spreadsheet, reviewed, imported. */
export function PriceSheet({ mayWrite }: { mayWrite: boolean }) {
  const [open, setOpen] = useState(false);
  const [checked, setChecked] = useState<{ file: File; reply: Reply } | null>(null);
  const [busy, setBusy] = useState(false);
  const close = () => {
    setOpen(false);
    setChecked(null);
  };
  const apply = async (file: File) => {
    setBusy(true);
    try {
      const { changed } = await send(file, false);
      toast(`Prices of ${changed} tunes updated.`);
      close();
    } catch (error) {
      toast(errorText(error, 'Nothing was changed.'), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Prices
      </Button>
      <Dialog
        open={open}
        onClose={close}
        locked={busy}
        title="Prices as a file"
        foot={
          <>
            <Button onClick={close} disabled={busy}>
              Close
            </Button>
            {checked && checked.reply.changed > 0 ? (
              <Button variant="primary" busy={busy} onClick={() => void apply(checked.file)}>
                Change {checked.reply.changed} tunes
              </Button>
            ) : null}
          </>
        }
      >
        <Stack>
          <p>
            <a href="/api/v1/admin/ecu/tunes/prices-csv" download>
              Download custom prices of all tunes
            </a>
            , change them and send the file back. A line without a list price takes that price away; what the file does
            not name stays.
          </p>
          {mayWrite ? (
            <FileDrop
              label="Drop the file here, or choose it"
              hint="You will see a preview before anything changes."
              accept=".csv,text/csv"
              multiple={false}
              bytesMax={bytesMax}
              upload={(file) => send(file, true)}
              onDone={(reply, file) => setChecked({ file, reply })}
            />
          ) : null}
          {checked ? (
            <Notice live>
              {checked.reply.changed} tunes change, {checked.reply.unchanged} stay unchanged.
              <ul className={css.changes}>
                {checked.reply.sample.map(({ id, name, before, after }) => (
                  <li key={id}>
                    {name}: <span className={css.was}>{before || '–'}</span> {after || '–'}
                  </li>
                ))}
              </ul>
            </Notice>
          ) : null}
        </Stack>
      </Dialog>
    </>
  );
}
