import { ticketFileBytesMax } from '@tuneport/domain/support/ticket';
import { t } from '@tuneport/domain/text/text';
import { call } from '../../platform/api/browser.ts';
import { keyOfFile } from '../../platform/file-key.ts';
import { FileDrop } from '../../ui/controls/FileDrop.tsx';

type Sent = { id: string; name: string };
type Props = { label?: string; onChange: (change: (ids: readonly string[]) => readonly string[]) => void };

/** Attachments of a message draft. They are uploaded immediately and attached when the message is sent. */
export function SupportFiles({ label = t('Drop files here, or choose them'), onChange }: Props) {
  return (
    <FileDrop<Sent>
      label={label}
      hint={t('Photos, logs, documents or tune files, up to 16 MiB each, ten at most.')}
      bytesMax={ticketFileBytesMax}
      upload={(file, _progress, signal) => {
        const body = new FormData();
        body.set('file', file);
        return call('POST /tickets/upload', { body: body as never, signal, idempotencyKey: keyOfFile(file) });
      }}
      onDone={({ id }) => onChange((ids) => [...ids, id])}
      onRemove={({ id }) => onChange((ids) => ids.filter((one) => one !== id))}
    />
  );
}
