import { isQuestion, type KitNode, type KitProduct } from '@tuneport/domain/catalog/kit-tree';
import { findNode, moveNode, nodesOf, pathTo } from '@tuneport/domain/trees/tree';
import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import css from '../catalog-admin.module.css';
import { RecordSearch } from '../inputs/RecordSearch.tsx';
import { useKnownProducts } from './use-known-products.ts';

type Props = {
  tree: KitNode;
  node: KitNode;
  problems: readonly string[];
  tuneNames: ReadonlyMap<number, string>;
  readOnly: boolean;
  onEdit: (part: Partial<Omit<KitNode, 'id' | 'children'>>, mark: string) => void;
  onTree: (tree: KitNode) => void;
  onTuneNamed: (id: number, name: string) => void;
  onAdd: () => void;
  onRemove: () => void;
};

/** The selected node: its texts, its parent, and for a result its contents. */
export function KitNodeForm(props: Props) {
  const { tree, node, problems, readOnly, onEdit, onTree, onAdd, onRemove } = props;
  const asks = isQuestion(node);
  const parent = pathTo(tree, node.id).at(-2);
  const places = [...nodesOf(tree)].filter((other) => !findNode(node, other.id));
  return (
    <div className={css.block}>
      <h2>{asks ? 'Question' : 'Result'}</h2>
      {problems.length > 0 ? (
        <Notice tone="bad">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      ) : null}
      {parent ? (
        <TextField
          label={`Answer to “${parent.title || 'the question before'}”`}
          value={node.answer}
          maxLength={200}
          disabled={readOnly}
          onChange={(event) => onEdit({ answer: event.currentTarget.value }, `answer ${node.id}`)}
        />
      ) : null}
      <TextField
        label={asks ? 'Question' : 'Name of the result'}
        value={node.title}
        maxLength={200}
        disabled={readOnly}
        onChange={(event) => onEdit({ title: event.currentTarget.value }, `title ${node.id}`)}
      />
      <Textarea
        label="Text"
        optional
        rows={3}
        value={node.text}
        maxLength={2000}
        disabled={readOnly}
        onChange={(event) => onEdit({ text: event.currentTarget.value }, `text ${node.id}`)}
      />
      {asks ? null : <Parts {...props} />}
      {readOnly ? null : (
        <div className={css.bar}>
          <Button onClick={onAdd}>
            <Icon name="plus" />
            Add an answer
          </Button>
          {parent ? (
            <>
              <NativeSelect
                label="Parent question"
                value={parent.id}
                options={places.map((place) => ({
                  value: place.id,
                  label: place.title || place.answer || 'Untitled',
                }))}
                onChange={(event) => onTree(moveNode(tree, node.id, event.currentTarget.value))}
              />
              <Button variant="ghost" onClick={onRemove}>
                <Icon name="trash" />
                Delete {asks ? 'with all below it' : 'this result'}
              </Button>
            </>
          ) : null}
        </div>
      )}
    </div>
  );
}

function Parts({ node, tuneNames, readOnly, onEdit, onTuneNamed }: Props) {
  const [slug, setSlug] = useState('');
  const known = useKnownProducts(node.products.map((product) => product.slug));
  const put = (products: readonly KitProduct[]) => onEdit({ products }, '');
  const add = () => {
    const wanted = slug.trim().toLowerCase();
    if (wanted === '' || node.products.some((product) => product.slug === wanted)) return;
    put([...node.products, { slug: wanted, quantity: 1 }]);
    setSlug('');
  };
  return (
    <>
      <fieldset>
        <legend>Products</legend>
        <ul className={css.lines}>
          {node.products.map((product) => (
            <li key={product.slug} className={css.line}>
              <span>
                {known.get(product.slug) ?? product.slug}
                {known.get(product.slug) === null ? (
                  <span className={css.hint}> is not in the store; visitors see that it is not available</span>
                ) : null}
              </span>
              <span className={css.chips}>
                <TextField
                  label={`Quantity of ${product.slug}`}
                  hideLabel
                  type="number"
                  min={1}
                  max={20}
                  value={String(product.quantity)}
                  disabled={readOnly}
                  onChange={(event) => {
                    const quantity = Math.min(20, Math.max(1, Math.round(Number(event.currentTarget.value) || 1)));
                    put(node.products.map((other) => (other.slug === product.slug ? { ...other, quantity } : other)));
                  }}
                />
                {readOnly ? null : (
                  <Button
                    icon
                    size="small"
                    variant="ghost"
                    aria-label={`Remove ${product.slug}`}
                    onClick={() => put(node.products.filter((other) => other.slug !== product.slug))}
                  >
                    <Icon name="close" />
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
        {readOnly ? null : (
          <div className={css.bar}>
            <TextField
              className={css.grow}
              label="Product URL slug"
              hint="The last part of its URL, such as flash-port."
              value={slug}
              maxLength={120}
              onChange={(event) => setSlug(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <Button onClick={add}>Add product</Button>
          </div>
        )}
      </fieldset>
      <fieldset>
        <legend>Tunes</legend>
        <ul className={css.lines}>
          {node.tunes.map((id) => (
            <li key={id} className={css.line}>
              {tuneNames.get(id) ?? `Tune ${id} no longer exists`}
              {readOnly ? null : (
                <Button
                  icon
                  size="small"
                  variant="ghost"
                  aria-label={`Remove ${tuneNames.get(id) ?? id}`}
                  onClick={() => onEdit({ tunes: node.tunes.filter((other) => other !== id) }, '')}
                >
                  <Icon name="close" />
                </Button>
              )}
            </li>
          ))}
        </ul>
        {readOnly ? null : (
          <RecordSearch
            of="tunes"
            label="Search tunes to add"
            taken={node.tunes}
            onPick={(ref) => {
              onTuneNamed(ref.id, ref.name);
              onEdit({ tunes: [...node.tunes, ref.id] }, '');
            }}
          />
        )}
      </fieldset>
    </>
  );
}
