import type { CallReply } from '@tuneport/contract/index';
import { editNode, type KitNode, kitProblems, newNode } from '@tuneport/domain/catalog/kit-tree';
import { may } from '@tuneport/domain/identity/permissions';
import { addNode, findNode, nodesOf, pathTo, removeNode } from '@tuneport/domain/trees/tree';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useLoaderData } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { PageHead } from '../../PageHead.tsx';
import { CatalogPage } from '../CatalogPage.tsx';
import css from '../catalog-admin.module.css';
import { KitNodeForm } from '../kit/KitNodeForm.tsx';
import { KitPreview } from '../kit/KitPreview.tsx';
import { KitTree } from '../kit/KitTree.tsx';
import kitCss from '../kit/kit.module.css';
import { useUndo } from '../kit/use-undo.ts';
import { RecordFallback } from '../RecordPage.tsx';

export const meta = () => [{ title: pageTitle('Kit builder') }];
export const clientLoader = () => call('GET /v1/admin/kit-builder/tree');
clientLoader.hydrate = true as const;
export const HydrateFallback = RecordFallback;

type Loaded = CallReply<'GET /v1/admin/kit-builder/tree'>;

const freshId = () => crypto.randomUUID().slice(0, 8);

export default function KitBuilderPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const readOnly = !may(factsOf(useUi()), 'catalog.settings');
  const [started, setStarted] = useState<KitNode | null>(loaded.tree);
  return (
    <CatalogPage>
      {started ? (
        <Editor loaded={loaded} first={started} readOnly={readOnly} />
      ) : (
        <>
          <PageHead title="Kit builder" />
          <EmptyState
            title="The questions of the kit builder appear here."
            step={
              readOnly ? null : (
                <Button variant="primary" onClick={() => setStarted(newNode(freshId()))}>
                  Write the first question
                </Button>
              )
            }
          >
            Each answer leads to another question or to a result with products and tunes.
          </EmptyState>
        </>
      )}
    </CatalogPage>
  );
}

function Editor({ loaded, first, readOnly }: { loaded: Loaded; first: KitNode; readOnly: boolean }) {
  const { now: tree, set, undo, redo, canUndo, canRedo } = useUndo(first);
  const [saved, setSaved] = useState({ tree: loaded.tree, at: loaded.updated_at });
  const [chosen, setChosen] = useState(first.id);
  const [tuneNames, setTuneNames] = useState<ReadonlyMap<number, string>>(
    () => new Map(loaded.tunes.map(({ id, name }) => [id, name])),
  );
  const [refused, setRefused] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [theirs, setTheirs] = useState<Loaded | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const [busy, setBusy] = useState(false);
  const node = findNode(tree, chosen) ?? tree;
  const dirty = tree !== saved.tree;
  const problems = useMemo(() => {
    const found = new Map<string, string[]>();
    for (const { id, text } of kitProblems(tree)) found.set(id, [...(found.get(id) ?? []), text]);
    for (const [key, texts] of Object.entries(refused)) {
      const id = key.replace(/^nodes\./, '');
      if (findNode(tree, id)) found.set(id, [...new Set([...(found.get(id) ?? []), ...texts])]);
    }
    return found;
  }, [tree, refused]);

  const change = (next: KitNode, mark = '') => {
    setRefused({});
    set(next, mark);
  };
  const add = (parentId: string) => {
    const fresh = newNode(freshId());
    change(addNode(tree, parentId, fresh));
    setChosen(fresh.id);
  };
  const remove = (id: string) => {
    const parent = pathTo(tree, id).at(-2);
    if (!parent) return;
    change(removeNode(tree, id));
    setChosen(parent.id);
  };

  const save = async (readAt: string) => {
    setBusy(true);
    try {
      const { updated_at } = await call('PUT /v1/admin/kit-builder/tree', { body: { tree }, readAt });
      setSaved({ tree, at: updated_at });
      setTheirs(null);
      toast('Kit builder saved.');
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'field_errors') {
        setRefused(error.errors);
        setTheirs(null);
        const [at] = Object.keys(error.errors);
        if (at?.startsWith('nodes.')) setChosen(at.slice('nodes.'.length));
      } else if (error instanceof ApiError && error.code === 'stale_record') setTheirs(error.current as Loaded);
      else toast(errorText(error, 'Something went wrong. Try again.'), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || readOnly) return;
    const key = event.key.toLowerCase();
    if (key === 's') {
      event.preventDefault();
      if (dirty) void save(saved.at);
    } else if (key === 'z' && !(event.target as HTMLElement).closest('input, textarea')) {
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the whole editor; each has a button
    <div className={css.block} onKeyDown={onKeyDown}>
      <PageHead
        title="Kit builder"
        about={`${[...nodesOf(tree)].length} nodes. ${
          loaded.shown ? 'Visitors see it.' : 'Hidden from visitors: it is switched off in the settings.'
        }`}
      >
        {loaded.shown ? (
          <ButtonLink variant="ghost" to="/kit-builder" discover="none">
            Open page
          </ButtonLink>
        ) : null}
        <Button onClick={() => setPreviewing(true)}>Preview</Button>
        {readOnly ? null : (
          <>
            <Button disabled={!canUndo} onClick={undo}>
              Undo
            </Button>
            <Button disabled={!canRedo} onClick={redo}>
              Redo
            </Button>
            <Button variant="primary" busy={busy} disabled={!dirty} onClick={() => void save(saved.at)}>
              Save tree
            </Button>
          </>
        )}
      </PageHead>
      {dirty ? <LeaveGuard /> : null}
      {problems.size > 0 ? (
        <Notice tone="careful" live>
          {problems.size === 1 ? 'One node needs' : `${problems.size} nodes need`} something before this can be saved;
          they are marked below.
        </Notice>
      ) : null}
      <div className={kitCss.editor}>
        <Card>
          <KitTree
            tree={tree}
            chosen={node.id}
            problems={problems}
            readOnly={readOnly}
            onChoose={setChosen}
            onChange={change}
            onAdd={add}
            onRemove={remove}
          />
          {readOnly ? null : (
            <p className={kitCss.keys}>
              Arrow keys navigate, Alt + arrow keys move, Insert adds an answer, Delete removes, Ctrl+Z undoes. Rows can
              also be dragged.
            </p>
          )}
        </Card>
        <Card>
          <KitNodeForm
            key={node.id}
            tree={tree}
            node={node}
            problems={problems.get(node.id) ?? []}
            tuneNames={tuneNames}
            readOnly={readOnly}
            onEdit={(part, mark) => change(editNode(tree, node.id, part), mark)}
            onTree={change}
            onTuneNamed={(id, name) => setTuneNames((known) => new Map(known).set(id, name))}
            onAdd={() => add(node.id)}
            onRemove={() => remove(node.id)}
          />
        </Card>
      </div>
      {previewing ? <KitPreview tree={tree} tuneNames={tuneNames} onClose={() => setPreviewing(false)} /> : null}
      {theirs ? (
        <Stale
          mine={tree}
          base={saved.tree}
          theirs={theirs}
          busy={busy}
          onClose={() => setTheirs(null)}
          onMine={() => void save(theirs.updated_at)}
          onTheirs={() => {
            if (theirs.tree) set(theirs.tree);
            setSaved({ tree: theirs.tree, at: theirs.updated_at });
            setChosen(theirs.tree?.id ?? tree.id);
            setTheirs(null);
          }}
        />
      ) : null}
    </div>
  );
}

type StaleProps = {
  mine: KitNode;
  base: KitNode | null;
  theirs: Loaded;
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
};

/**
 * Another user saved meanwhile. Their changes are listed, nothing is overwritten silently; taking theirs can be undone.
 */
function Stale({ mine, base, theirs, busy, onMine, onTheirs, onClose }: StaleProps) {
  const changed = changedNodes(base, theirs.tree);
  return (
    <Dialog
      open
      title="Someone else saved changes"
      locked={busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="ghost" disabled={busy} onClick={onTheirs}>
            Use their version
          </Button>
          <Button variant="primary" busy={busy} onClick={onMine}>
            Save my version
          </Button>
        </>
      }
    >
      <Stack>
        <p>Nothing was overwritten. They changed:</p>
        <ul>
          {changed.slice(0, 12).map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <p>
          Your tree has {[...nodesOf(mine)].length} nodes, theirs {theirs.tree ? [...nodesOf(theirs.tree)].length : 0}.
          Taking theirs can be taken back with Undo.
        </p>
      </Stack>
    </Dialog>
  );
}

function changedNodes(base: KitNode | null, theirs: KitNode | null): string[] {
  const own = (node: KitNode) => JSON.stringify({ ...node, children: node.children.map(({ id }) => id) });
  const listed = (tree: KitNode | null) => new Map(tree ? [...nodesOf(tree)].map((node) => [node.id, node]) : []);
  const [before, after] = [listed(base), listed(theirs)];
  const name = (node: KitNode) => node.title || node.answer || 'Untitled node';
  return [
    ...[...after.values()].flatMap((node) => {
      const old = before.get(node.id);
      if (!old) return [`${name(node)} (new)`];
      return own(old) === own(node) ? [] : [name(node)];
    }),
    ...[...before.values()].filter(({ id }) => !after.has(id)).map((node) => `${name(node)} (deleted)`),
  ];
}
