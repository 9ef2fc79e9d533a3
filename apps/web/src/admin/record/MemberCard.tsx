import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect, type Option } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import css from './MemberCard.module.css';

type Member = {
  id: number;
  name: string;
  /** The page of the member. */
  to?: string;
  detail: ReactNode;
};
type Found = { id: number; name: string };

type Props = {
  title: string;
  members: readonly Member[];
  empty: string;
  /** What is searched for: "user", "tuner". */
  what: string;
  find: (text: string) => Promise<Found[]>;
  kinds?: readonly Option[];
  onAdd: (id: number, kind: string) => Promise<void>;
  onRemove: (id: number) => Promise<void>;
  /** The consequences of removing a member. */
  removing: string;
};

/** Members of a record: add by name, remove after confirmation. */
export function MemberCard({ title, members, empty, what, find, kinds, onAdd, onRemove, removing }: Props) {
  const [leaving, setLeaving] = useState<Member | null>(null);
  return (
    <Card>
      <h2>{title}</h2>
      {members.length === 0 ? <p className={css.quiet}>{empty}</p> : null}
      <ul className={css.members}>
        {members.map((member) => (
          <li key={member.id}>
            <span className={css.who}>
              {member.to ? (
                <TextLink to={member.to} discover="none">
                  {member.name}
                </TextLink>
              ) : (
                member.name
              )}
              <span className={css.quiet}>{member.detail}</span>
            </span>
            <Button variant="ghost" aria-label={`Remove ${member.name}`} onClick={() => setLeaving(member)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <AddMember what={what} find={find} kinds={kinds} onAdd={onAdd} />
      {leaving ? (
        <ConfirmDialog
          open
          danger
          onClose={() => setLeaving(null)}
          title={`Remove ${leaving.name}?`}
          confirmLabel={`Remove ${what}`}
          onConfirm={async () => {
            await onRemove(leaving.id);
            toast(`${leaving.name} was removed.`);
          }}
        >
          {removing}
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}

function AddMember({ what, find, kinds, onAdd }: Pick<Props, 'what' | 'find' | 'kinds' | 'onAdd'>) {
  const id = useId();
  const [found, setFound] = useState<Found[] | null>(null);
  const [kind, setKind] = useState(kinds?.[0]?.value ?? '');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(errorText(error, 'Something went wrong. Nothing was changed.'));
    } finally {
      setBusy(false);
    }
  };
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name !== '') void attempt(async () => setFound(await find(name)));
  };
  return (
    <div className={css.add}>
      <form className={css.search} onSubmit={search}>
        <TextField label={`Add a ${what} by name`} name="name" autoComplete="off" />
        <Button type="submit" busy={busy}>
          Find
        </Button>
      </form>
      <FormError message={problem} />
      {found?.length === 0 ? <p className={css.quiet}>No user with that name.</p> : null}
      {found && found.length > 0 ? (
        <>
          {kinds ? (
            <NativeSelect
              id={id}
              label="As"
              options={kinds}
              value={kind}
              onChange={(event) => setKind(event.target.value)}
            />
          ) : null}
          <ul className={css.members} aria-label={`Search results`}>
            {found.map((one) => (
              <li key={one.id}>
                <span>
                  {one.name} <span className={css.quiet}>number {one.id}</span>
                </span>
                <Button
                  aria-label={`Add ${one.name}`}
                  disabled={busy}
                  onClick={() =>
                    void attempt(async () => {
                      await onAdd(one.id, kind);
                      setFound(null);
                      toast(`${one.name} was added.`);
                    })
                  }
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
