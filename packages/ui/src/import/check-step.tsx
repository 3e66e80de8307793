import type { Resource } from '@pauta/domain/resource/resource.ts';
import { type ControlTotal, missedTotals } from '@pauta/domain/resource/tie-out.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { type ReactElement, useState } from 'react';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { ErrorFileButton } from './error-file-button.tsx';
import { ErrorGroups } from './fix/error-groups.tsx';
import { type ImportJob, type Verdict, verdicts, verdictTexts } from './import-job.ts';
import { Parts, VerdictFilter } from './import-style.ts';
import { ImportRows } from './row-list.tsx';
import { TieOutTable } from './tie-out-table.tsx';
import type { Import } from './use-import.ts';

/** The third step: the result of importing each row, before anything is written. */
export function CheckStep({
  resource,
  flow,
  job,
}: {
  resource: Resource;
  flow: Import;
  job: ImportJob;
}): ReactElement {
  const { counts } = job;
  const [verdict, setVerdict] = useState<Verdict | undefined>(counts.error > 0 ? 'error' : undefined);
  const [duplicates, setDuplicates] = useState(false);
  const [expected, setExpected] = useState<readonly ControlTotal[]>([]);
  const sums = job.tie_out ?? [];
  const fitting = counts.new + counts.update + (duplicates ? counts.duplicate : 0);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);

  return (
    <Parts>
      <Banner live tone={counts.error > 0 ? 'warning' : 'success'}>
        {counts.error > 0 ? (
          <>
            <strong>
              {counts.error === 1
                ? '1 fila tiene errores'
                : `${formatCount(counts.error)} filas tienen errores`}
              .
            </strong>{' '}
            {counts.error === 1 ? 'Corríjala' : 'Corríjalas'} aquí abajo, o importe las demás ahora.
          </>
        ) : (
          'Ninguna fila tiene errores.'
        )}
      </Banner>
      <Card
        actions={(counts.error > 0 || counts.duplicate > 0) && <ErrorFileButton job={job} />}
        title="Resultado de la revisión"
      >
        <Parts>
          <VerdictFilter aria-label="Filtrar por resultado" role="group">
            <button aria-pressed={verdict === undefined} onClick={() => setVerdict(undefined)} type="button">
              Todas <strong>{formatCount(all)}</strong>
            </button>
            {verdicts.map((one) => (
              <button
                aria-disabled={counts[one] === 0 || undefined}
                aria-pressed={verdict === one}
                key={one}
                onClick={() => counts[one] > 0 && setVerdict(one)}
                type="button"
              >
                {verdictTexts[one].many} <strong>{formatCount(counts[one])}</strong>
              </button>
            ))}
          </VerdictFilter>
          {verdict === 'error' ? (
            <ErrorGroups flow={flow} job={job} resource={resource} />
          ) : (
            <ImportRows flow={flow} job={job} key={verdict ?? 'all'} resource={resource} verdict={verdict} />
          )}
        </Parts>
      </Card>
      {sums.length > 0 && (
        <TieOutTable expected={expected} onExpect={setExpected} resource={resource} sums={sums} />
      )}
      <Parts>
        {counts.duplicate > 0 && (
          <Checkbox
            checked={duplicates}
            hint="Si no la marca, esas filas se dejan fuera y quedan en el archivo de errores."
            label={`Importar también ${countOf({ one: 'posible duplicado', many: 'posibles duplicados', gender: 'm' }, counts.duplicate)}`}
            onChange={setDuplicates}
          />
        )}
        <div data-row>
          <Button
            disabledReason={
              fitting === 0
                ? 'No hay filas que importar: corrija las que tienen errores.'
                : missedTotals(sums, expected).length > 0
                  ? 'Un total de control no coincide: corrija el archivo o el total.'
                  : undefined
            }
            loading={flow.pending}
            onClick={() => flow.commit(duplicates, expected)}
            tone="primary"
          >
            {fitting === 0
              ? 'Importar'
              : `Importar ${formatCount(fitting)} ${fitting === 1 ? 'fila' : 'filas'}`}
          </Button>
          <Button onClick={flow.remap}>Cambiar columnas</Button>
          <Button onClick={flow.startOver}>Elegir otro archivo</Button>
        </div>
      </Parts>
    </Parts>
  );
}
