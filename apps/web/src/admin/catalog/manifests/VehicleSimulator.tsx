import type { CallReply } from '@tuneport/contract/index';
import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { StateDot } from '../../../ui/feedback/StateDot.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import type { Ref, RefSearch } from '../../../ui/form/form-fields.ts';
import { RefSearchBox } from '../../../ui/form/RefPicker.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import css from './developer.module.css';
import { jsonPath } from './json-path.ts';

type Simulation = CallReply<'POST /v1/tool-simulations/vehicle'>;
type Car = { readonly engine: number; readonly transmission: number | null };

/** Shows what the manifest in the editor would offer for a vehicle. */
export function VehicleSimulator({ manifest }: { manifest: string }) {
  const found = useRef(new Map<number, Car>());
  const [name, setName] = useState<string | null>(null);
  const [result, setResult] = useState<Simulation | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const search = useCallback<RefSearch>(async (q, signal) => {
    const hits = await call('GET /v1/catalog/search', { query: { q, limit: 8 }, signal });
    return hits.flatMap(({ engine, transmission, label }, at) => {
      if (!engine) return [];
      found.current.set(at, { engine: engine.id, transmission: transmission?.id ?? null });
      return [{ id: at, name: label }];
    });
  }, []);
  const run = async ({ id, name: label }: Ref) => {
    const car = found.current.get(id);
    if (!car) return;
    setProblem(null);
    setResult(null);
    setName(label);
    try {
      const body = { manifest: JSON.parse(manifest) as never, ...car };
      setResult(await call('POST /v1/tool-simulations/vehicle', { body }));
    } catch (error) {
      if (error instanceof SyntaxError) setProblem('The manifest is not valid JSON.');
      else if (error instanceof ApiError) setProblem(problemOf(error));
      else throw error;
    }
  };
  return (
    <Card>
      <div className={css.stack}>
        <h2>Try a vehicle</h2>
        <p className={css.quiet}>Shows what customers would be offered with the manifest as it is in the editor.</p>
        <RefSearchBox search={search} label="Search make, model, year and engine" onPick={(ref) => void run(ref)} />
        <FormError message={problem} />
        {result ? <Result name={name ?? ''} result={result} /> : null}
      </div>
    </Card>
  );
}

const problemOf = ({ errors, message }: ApiError): string => {
  const [first] = Object.entries(errors);
  return first ? `${jsonPath(first[0].replace(/^manifest\.?/, ''))}: ${first[1]?.[0]}` : message;
};

const Result = ({ name, result }: { name: string; result: Simulation }) => (
  <>
    <h3>{name}</h3>
    {result.units.map(({ unit, part, operations }) => (
      <div key={unit} className={css.stack}>
        <strong>
          {unit}: {part.name}
        </strong>
        <ul className={css.list}>
          {operations.map(({ operation, offered, reason, ways }) => (
            <li key={operation}>
              <StateDot tone={offered ? 'good' : 'neutral'}>{operation}</StateDot>{' '}
              <span className={css.quiet}>
                {offered
                  ? ways
                      .map(({ family, connection, protocols }) => `${family}, ${connection}, ${protocols.join(', ')}`)
                      .join('; ')
                  : reason}
              </span>
            </li>
          ))}
        </ul>
      </div>
    ))}
    <h3>Tunes</h3>
    {result.tunes.length === 0 ? <p className={css.quiet}>This vehicle has no tunes yet.</p> : null}
    <ul className={css.list}>
      {result.tunes.map(({ id, name: tune, offered, reasons }) => (
        <li key={id}>
          <StateDot tone={offered ? 'good' : 'bad'}>{tune}</StateDot>{' '}
          <span className={css.quiet}>{offered ? 'Offered' : reasons.join(' ')}</span>
        </li>
      ))}
    </ul>
  </>
);
