import { idKey, importFields } from '@pauta/domain/resource/import/columns.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { type ReactElement, useState } from 'react';
import { Badge } from '../controls/badge.tsx';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { Select } from '../controls/select.tsx';
import { useLabels } from '../data/use-label.ts';
import type { ImportJob } from './import-job.ts';
import { MappingTable, Parts } from './import-style.ts';
import type { Import } from './use-import.ts';

/** The second step: which column of the file fills which field, and how a row finds its record. */
export function MappingStep({
  resource,
  flow,
  job,
}: {
  resource: Resource;
  flow: Import;
  job: ImportJob;
}): ReactElement {
  const labels = useLabels();
  const [mapping, setMapping] = useState(job.mapping);
  const [key, setKey] = useState(job.key);
  const [clears, setClears] = useState(job.blanks === 'clear');

  const fields = importFields(resource).filter(
    ({ field }) => field.options.importOnly || labels.visible(field),
  );
  const labelOf = (name: string): string => {
    const field = resource.fields[name];
    return field ? labels.label(field) : 'Identificador';
  };
  const options = [
    ...fields.map(({ name, field, onlyKey }) => ({
      value: name,
      label: `${labels.label(field)}${field.options.required && !onlyKey ? ' *' : ''}`,
    })),
    { value: idKey, label: 'Identificador' },
  ];
  const used = mapping.filter((name) => name !== null);
  const keys = job.keys.filter((name) => used.includes(name));
  const chosenKey = key !== null && keys.includes(key) ? key : null;
  const creates = resource.operations.includes('create');
  const missing = fields.filter(
    ({ name, field, onlyKey }) =>
      creates &&
      !onlyKey &&
      field.options.required &&
      field.options.initial === undefined &&
      !field.options.begins &&
      !field.options.when &&
      !used.includes(name),
  );
  const choose = (column: number, name: string): void => {
    const next = mapping.map((one, index) =>
      index === column ? name || null : name !== '' && one === name ? null : one,
    );
    setMapping(next);
    if (key === null || !next.includes(key)) setKey(job.keys.find((one) => next.includes(one)) ?? null);
  };
  const nothing = used.length === 0 ? 'Elija el dato de al menos una columna.' : undefined;
  const noKey =
    !creates && chosenKey === null ? 'Elija la columna que dice de qué registro se trata.' : undefined;

  return (
    <Parts>
      {job.remembered > 0 && (
        <Banner>
          {job.remembered === 1
            ? 'Se recordó 1 columna como se eligió la última vez.'
            : `Se recordaron ${job.remembered} columnas como se eligieron la última vez.`}
        </Banner>
      )}
      {missing.length > 0 && (
        <Banner tone="warning">
          <strong>Faltan datos obligatorios para crear:</strong>{' '}
          {missing.map(({ field }) => labels.label(field)).join(', ')}. Los que se eligen de una lista puede
          indicarlos al revisar, una vez para todas las filas.
        </Banner>
      )}
      <Card title={`Columnas de ${job.file_name}`}>
        <MappingTable>
          <thead>
            <tr>
              <th scope="col">Columna del archivo</th>
              <th scope="col">Ejemplos</th>
              <th scope="col">Dato que llena</th>
            </tr>
          </thead>
          <tbody>
            {job.columns.map((column, index) => {
              const name = mapping[index] ?? null;
              const header = column.header || `Columna ${index + 1}`;
              return (
                <tr data-unmatched={name === null || undefined} key={index}>
                  <th scope="row">
                    {header}
                    {name === null && (
                      <span>
                        <Badge tone="warning">No se importa</Badge>
                      </span>
                    )}
                  </th>
                  <td data-samples>{column.samples.join(' · ') || 'Sin datos'}</td>
                  <td data-choice>
                    <Select
                      hideLabel
                      label={`Dato que llena la columna ${header}`}
                      onChange={(value) => choose(index, value)}
                      options={options}
                      placeholder="No importar"
                      value={name ?? ''}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </MappingTable>
      </Card>
      <Card title="Registros que ya existen">
        <Parts>
          <Select
            hint={
              chosenKey === null
                ? 'Todas las filas se tomarán como nuevas.'
                : `Una fila con el mismo dato actualiza ese registro; las demás son nuevas.`
            }
            label="Se reconocen por"
            onChange={(value) => setKey(value || null)}
            options={keys.map((name) => ({ value: name, label: labelOf(name) }))}
            placeholder={keys.length > 0 ? 'Nada: todas son nuevas' : 'Ninguna columna los identifica'}
            required={!creates}
            value={chosenKey ?? ''}
          />
          {chosenKey !== null && (
            <Checkbox
              checked={clears}
              hint="Si no la marca, una celda vacía deja el dato como está."
              label="Las celdas vacías borran el dato del registro"
              onChange={setClears}
            />
          )}
        </Parts>
      </Card>
      <Parts>
        <div data-row>
          <Button
            disabledReason={nothing ?? noKey}
            loading={flow.pending}
            onClick={() => flow.check(mapping, chosenKey, clears ? 'clear' : 'keep')}
            tone="primary"
          >
            Revisar {formatCount(job.rows)} {job.rows === 1 ? 'fila' : 'filas'}
          </Button>
          <Button onClick={flow.startOver}>Elegir otro archivo</Button>
        </div>
        <p data-muted>La revisión no guarda nada todavía.</p>
      </Parts>
    </Parts>
  );
}
