import { useEffect, useState } from 'react';
import { FreshLoginHost } from '../../features/account/FreshLoginDialog.tsx';
import { call } from '../../platform/api/browser.ts';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

/** The secret address at which a calendar application reads the user's activities. */
export function CalendarFeed() {
  const [open, setOpen] = useState(false);
  const [on, setOn] = useState<boolean | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!open) return setUrl(null);
    call('GET /v1/admin/lead-engine/calendar-feed').then(
      (feed) => setOn(feed.on),
      (error: unknown) => void toast(errorText(error), { tone: 'bad' }),
    );
  }, [open]);
  const attempt = (act: () => Promise<void>) =>
    act().catch((error: unknown) => void toast(errorText(error), { tone: 'bad' }));
  const renew = () =>
    attempt(async () => {
      setUrl((await withFreshLogin(() => call('POST /v1/admin/lead-engine/calendar-feed'))).url);
      setOn(true);
    });
  const end = () =>
    attempt(async () => {
      await call('DELETE /v1/admin/lead-engine/calendar-feed');
      setUrl(null);
      setOn(false);
      toast('Calendar address deleted.');
    });
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Subscribe in a calendar
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Your activities in your calendar">
        <Stack>
          <p>
            Add the address to your calendar application as a subscription. It shows your own activities and stays up to
            date. Anyone with the address can read them, so keep it secret.
          </p>
          {url ? <CopyField label="Calendar address" value={url} /> : null}
          {on && !url ? <p>You have an address. It is shown only once, when it is created.</p> : null}
          <Row>
            <Button variant="primary" disabled={on === null} onClick={() => void renew()}>
              {on ? 'Create a new address' : 'Create address'}
            </Button>
            {on ? <Button onClick={() => void end()}>Delete address</Button> : null}
          </Row>
          {on ? <p>A new address replaces the current one, which stops working.</p> : null}
        </Stack>
      </Dialog>
      <FreshLoginHost />
    </>
  );
}
