import { t } from '@tuneport/domain/text/text';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { Checkbox, Radio } from '../../../ui/form/Checkbox.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import type { Estimate, Tool } from '../catalog-types.ts';
import type { PriceInput } from '../vehicle/selection.ts';
import { ToolOffers } from './ToolOffers.tsx';
import css from './tool-choice.module.css';
import type { ToolOffer } from './tool-offers.ts';

type ToolSet = Estimate['tool_sets'][number];
type Props = {
  estimate: Estimate;
  input: PriceInput;
  offers: readonly ToolOffer[];
  asking: string;
  onChange: (input: PriceInput) => void;
  onClose: () => void;
};

const idsOf = (set: ToolSet): number[] => set.tools.map(({ id }) => id);
const isMailIn = (set: ToolSet): boolean => set.tools.some((tool) => tool.is_inhouse);
const isSome = (money: { amount: string }): boolean => /[1-9]/.test(money.amount);

/**
 * Who flashes the tunes and with which tool: the visitor's own tool, an installation for a fee, or the mail-in service.
 */
export default function ToolChoice({ estimate, input, offers, asking, onChange, onClose }: Props) {
  const sets = [...estimate.tool_sets].sort((a, b) => Number(isMailIn(a)) - Number(isMailIn(b)));
  const own = [...new Map(sets.flatMap((set) => set.tools).map((tool) => [tool.id, tool])).values()].filter(
    (tool) => !tool.is_inhouse,
  );
  const picked = [...input.tools].sort().join();
  return (
    <Dialog
      open
      title={t('Tools for this selection')}
      onClose={onClose}
      foot={
        <>
          <ButtonLink to={asking} discover="none">
            {t('Ask about it')}
          </ButtonLink>
          <Button variant="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      <fieldset className={css.sets}>
        <legend className="visually-hidden">{t('Flashing method')}</legend>
        <div className={css.set}>
          <Radio
            name="tools"
            label={t('I already have a tool')}
            hint={t('You flash it yourself. No installation fee.')}
            checked={input.tools.length === 0}
            onChange={() => onChange({ ...input, tools: [] })}
          />
          {input.tools.length === 0 && own.length > 0 ? (
            <OwnTools tools={own} ids={input.own} onChange={(ids) => onChange({ ...input, own: ids })} />
          ) : null}
        </div>
        {sets.map((set) => (
          <div key={idsOf(set).join()} className={css.set}>
            <div className={css.setHead}>
              <Radio
                name="tools"
                label={set.tools.map((tool) => tool.name).join(' + ')}
                hint={set.tools.length === 1 ? set.tools[0]?.description : set.reasons.join(' ')}
                checked={picked === idsOf(set).sort().join()}
                onChange={() => onChange({ ...input, tools: idsOf(set) })}
              />
              {isSome(set.install_fee) ? (
                <span className={css.fee}>
                  {rich('Installation {install_fee}', { install_fee: <MoneyText money={set.install_fee} /> })}
                </span>
              ) : (
                <span className={css.fee}>{t('Buy or rent it and flash it yourself')}</span>
              )}
            </div>
            {set.tools.map((tool) => (
              <ToolOffers key={tool.id} tool={tool} offers={offers} isEnough={set.tools.length === 1} />
            ))}
          </div>
        ))}
      </fieldset>
      {estimate.tool_set_count > sets.length ? (
        <p className={css.note}>
          {t('These are the first {sets} of {tool_set_count} sets of tools that work.', {
            sets: sets.length,
            tool_set_count: estimate.tool_set_count,
          })}
        </p>
      ) : null}
    </Dialog>
  );
}

type OwnProps = { tools: readonly Tool[]; ids: readonly number[]; onChange: (ids: readonly number[]) => void };

const OwnTools = ({ tools, ids, onChange }: OwnProps) => (
  <fieldset className={css.own}>
    <legend className={css.note}>{t('Which one? This browser remembers it.')}</legend>
    {tools.map((tool) => (
      <Checkbox
        key={tool.id}
        label={tool.name}
        checked={ids.includes(tool.id)}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? [...ids, tool.id] : ids.filter((id) => id !== tool.id))
        }
      />
    ))}
  </fieldset>
);
