import { useApiQuery } from '@pauta/core/react';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactElement, useEffect, useId, useState } from 'react';
import { Banner } from '../../controls/banner.tsx';
import { Skeleton } from '../../controls/skeleton.tsx';
import { describeFailure } from '../../data/failure.ts';
import { useLabels } from '../../data/use-label.ts';
import type { ErrorGroup, ImportJob } from '../import-job.ts';
import { GroupList } from '../import-style.ts';
import { ImportRows } from '../row-list.tsx';
import type { Import } from '../use-import.ts';
import { ReplaceValue } from './replace-value.tsx';

/** The errors of refused rows, grouped by cause: each group with its rows, and a correction for all of them at once. */
export function ErrorGroups({
  resource,
  flow,
  job,
}: {
  resource: Resource;
  flow: Import;
  job: ImportJob;
}): ReactElement {
  const answer = useApiQuery<{ data: readonly ErrorGroup[] }>(`/imports/${job.id}/error-groups`, {
    revalidateOnFocus: false,
  });
  const { mutate } = answer;
  const counts = JSON.stringify(job.counts);
  // Reloads the groups when the counts change, so that corrected errors disappear.
  useEffect(() => {
    if (counts) void mutate();
  }, [counts, mutate]);
  const groups = answer.data?.data;
  if (answer.error && !groups) return <Banner tone="danger">{describeFailure(answer.error).message}</Banner>;
  if (!groups) return <Skeleton lines={6} />;
  return (
    <GroupList aria-label="Errores por motivo">
      {groups.map((group) => (
        <Group flow={flow} group={group} job={job} key={group.id} resource={resource} />
      ))}
    </GroupList>
  );
}

function Group({
  group,
  resource,
  flow,
  job,
}: {
  group: ErrorGroup;
  resource: Resource;
  flow: Import;
  job: ImportJob;
}): ReactElement {
  const labels = useLabels();
  const id = useId();
  const [open, setOpen] = useState(false);
  const field = group.field === null ? undefined : resource.fields[group.field];
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li>
      <button
        aria-controls={id}
        aria-expanded={open}
        data-toggle
        onClick={() => setOpen(!open)}
        type="button"
      >
        <Chevron aria-hidden size={16} />
        <span>
          {field ? `${labels.label(field)}: ` : ''}
          {group.message}
        </span>
        <strong>
          {formatCount(group.count)} {group.count === 1 ? 'fila' : 'filas'}
        </strong>
      </button>
      {field && group.field !== null && group.value !== null && (
        <ReplaceValue
          count={group.count}
          field={field}
          flow={flow}
          job={job}
          label={labels.label(field)}
          name={group.field}
          value={group.value}
        />
      )}
      <div id={id}>
        {open && <ImportRows flow={flow} group={group.id} job={job} resource={resource} verdict="error" />}
      </div>
    </li>
  );
}
