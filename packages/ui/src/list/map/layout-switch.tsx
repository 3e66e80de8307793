import { type Layout, layouts } from '@pauta/domain/resource/query/view.ts';
import { token as t } from '@pauta/layout/theme';
import { Columns2, List, Map as MapIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { Button } from '../../controls/button.tsx';

const icon = { 'aria-hidden': true, size: 16 } as const;

const faces = {
  list: ['Lista', <List key="list" {...icon} />],
  both: ['Ambos', <Columns2 key="both" {...icon} />],
  map: ['Mapa', <MapIcon key="map" {...icon} />],
} as const satisfies Record<Layout, unknown>;

const Group = styled.div`
  display: inline-flex;
  gap: ${t('space-1')};
`;

/** Switches between the rows of a list, its map, and both. */
export function LayoutSwitch({
  layout,
  isOneOnly,
  onChange,
}: {
  layout: Layout;
  /** The window is too narrow for both. */
  isOneOnly: boolean;
  onChange: (layout: Layout) => void;
}): ReactElement {
  return (
    <Group aria-label="Vista" role="group">
      {layouts
        .filter((one) => one !== 'both' || !isOneOnly)
        .map((one) => {
          const [label, face] = faces[one];
          return (
            <Button
              aria-pressed={one === layout}
              icon={face}
              key={one}
              onClick={() => onChange(one)}
              tone={one === layout ? 'secondary' : 'quiet'}
            >
              {label}
            </Button>
          );
        })}
    </Group>
  );
}
