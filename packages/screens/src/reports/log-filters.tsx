import { auditFieldLabel, entityLabels, resourceOfEntity } from '@pauta/domain/admin/audit/audit-labels.ts';
import { ComboBox, type OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { useOptionLabels, useOptions } from '@pauta/ui/data/use-options.ts';
import { useSearchParams } from '@pauta/ui/router.ts';
import { type ReactElement, useCallback } from 'react';
import { styled } from 'styled-components';

const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
  gap: var(--pauta-space-3);
`;

const none: readonly string[] = [];

/** URL parameters of the list that these filters set; the others are kept. */
function useParameter(): [(name: string) => string, (changes: Readonly<Record<string, string>>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = (changes: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams(parameters);
    next.delete('cursor');
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParameters(next);
  };
  return [(name) => parameters.get(name) ?? '', set];
}

/** Common filters of the audit log: a kind of record, one record, one of its fields. */
export function LogFilters(): ReactElement {
  const [parameter, set] = useParameter();
  const entity = parameter('f.entity');
  const resource = resourceOfEntity(entity);
  const id = parameter('f.record_id');
  const [chosen] = useOptionLabels(resource ?? fallback, resource && id ? [id] : none);
  const useRecords = useCallback(
    (text: string, open: boolean): OptionsState => useOptions(resource ?? fallback, text, { asking: open }),
    [resource],
  );
  const names = resource ? Object.keys(resource.fields).filter((name) => !name.endsWith('_ids')) : [];
  return (
    <Row>
      <Select
        label="Tipo de registro"
        onChange={(value) => set({ 'f.entity': value, 'f.record_id': '', 'f.fields': '' })}
        options={Object.entries(entityLabels).map(([value, label]) => ({ value, label }))}
        placeholder="Todos"
        value={entity in entityLabels ? entity : ''}
      />
      {resource && (
        <ComboBox
          key={resource.name}
          label={resource.label.one}
          onChange={(option) => set({ 'f.record_id': option?.id ?? '' })}
          placeholder="Cualquiera"
          useOptions={useRecords}
          value={id ? (chosen ?? { id, label: id.slice(0, 8) }) : null}
        />
      )}
      {names.length > 0 && (
        <Select
          label="Dato que cambió"
          onChange={(value) => set({ 'f.fields': value })}
          options={names.map((name) => ({ value: name, label: auditFieldLabel(entity, name) }))}
          placeholder="Cualquiera"
          value={names.includes(parameter('f.fields')) ? parameter('f.fields') : ''}
        />
      )}
    </Row>
  );
}

const fallback = resourceOfEntity('users') as NonNullable<ReturnType<typeof resourceOfEntity>>;
