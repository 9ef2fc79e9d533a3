import { may } from '@tuneport/domain/identity/permissions';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FileDrop } from '../../ui/controls/FileDrop.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { sendFile } from '../record/send-file.ts';
import css from './catalog-admin.module.css';

const bytesMax = 5 * 1024 * 1024;

/** The logo of a make next to its record: shown, replaced, removed. */
export function MakeLogo({ makeId }: { makeId: number }) {
  const mayWrite = may(factsOf(useUi()), 'catalog.write');
  const [url, setUrl] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    call('GET /v1/admin/ecu/makes/:id/logo', { params: { id: makeId } }).then(
      ({ logo_url }) => setUrl(logo_url),
      () => setUrl(null),
    );
  }, [makeId]);
  const upload = (file: File) => sendFile('POST /v1/admin/ecu/makes/:id/logo', file, { params: { id: makeId } });
  const remove = async () => {
    try {
      await call('DELETE /v1/admin/ecu/makes/:id/logo', { params: { id: makeId } });
      setUrl(null);
      toast('Logo removed.');
    } catch (error) {
      toast(errorText(error, 'Something went wrong. Try again.'), { tone: 'bad' });
    }
  };
  return (
    <Card>
      <div className={css.block}>
        <h2>Logo</h2>
        {url ? <img src={url} alt="Logo" width={96} height={96} className={css.logo} /> : null}
        {url === null ? <p className={css.quiet}>Initials are shown until you add a logo.</p> : null}
        {mayWrite ? (
          <>
            <FileDrop
              label={url ? 'Replace logo' : 'Add logo'}
              hint="PNG, JPEG, WebP or AVIF, up to 5 MB. It is resized to a 192-pixel square."
              accept=".png,.jpg,.jpeg,.webp,.avif"
              multiple={false}
              bytesMax={bytesMax}
              upload={upload}
              onDone={({ logo_url }) => setUrl(logo_url)}
            />
            {url ? (
              <div>
                <Button variant="ghost" onClick={() => void remove()}>
                  Remove logo
                </Button>
              </div>
            ) : null}
          </>
        ) : null}
      </div>
    </Card>
  );
}
