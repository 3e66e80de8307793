import { readKm } from '@pauta/domain/geo/area.ts';
import { token as t } from '@pauta/layout/theme';
import { Crosshair, LocateFixed, MapPin } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../../controls/button.tsx';
import { NumberField } from '../../controls/number-field.tsx';
import { Popover } from '../../controls/popover.tsx';

const Tools = styled.div`
  position: absolute;
  inset-block-start: ${t('space-2')};
  inset-inline: ${t('space-2')};
  display: flex;
  flex-wrap: wrap;
  gap: ${t('space-1')};
  pointer-events: none;
  & > * { pointer-events: auto; box-shadow: ${t('shadow-sm')}; }
  & > [aria-pressed='true'] { border-color: ${t('color-accent')}; background: ${t('color-accent-soft')}; color: ${t('color-accent-text')}; }
  & > p {
    padding: ${t('space-1')} ${t('space-3')};
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-md')};
    background: ${t('color-surface-raised')};
  }
`;

const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-3')};
  & > p { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
`;

const icon = { 'aria-hidden': true, size: 16 } as const;

/** The buttons at the top of a map: search by distance, and layers. */
export function MapTools({
  km,
  onKm,
  choosing,
  onChoosing,
  onCenter,
  layers,
}: {
  /** Distance as typed. */
  km: string;
  onKm: (km: string) => void;
  /** The next click on the map chooses the centre. */
  choosing: boolean;
  onChoosing: (choosing: boolean) => void;
  /** Searches around the middle of the map. */
  onCenter: () => void;
  layers: readonly { readonly label: string; readonly isShown: boolean; readonly onToggle: () => void }[];
}): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const isWrong = readKm(km) === null;
  const reason = isWrong ? 'Escriba una distancia de hasta 1,000 km.' : undefined;
  return (
    <Tools>
      {choosing ? (
        <>
          <p role="status">Toque en el mapa el lugar de partida, o muévalo al centro y pulse Entrar.</p>
          <Button onClick={() => onChoosing(false)} size="small">
            Cancelar
          </Button>
        </>
      ) : (
        <>
          <Button
            aria-expanded={isOpen}
            aria-haspopup="dialog"
            icon={<LocateFixed {...icon} />}
            onClick={() => setOpen(true)}
            ref={trigger}
            size="small"
          >
            Buscar cerca
          </Button>
          {layers.map(({ label, isShown, onToggle }) => (
            <Button
              aria-pressed={isShown}
              icon={<MapPin {...icon} />}
              key={label}
              onClick={onToggle}
              size="small"
            >
              {label}
            </Button>
          ))}
        </>
      )}
      <Popover label="Buscar cerca" onClose={() => setOpen(false)} open={isOpen} trigger={trigger}>
        <Stack>
          <NumberField
            error={reason}
            label="A una distancia de hasta"
            onChange={onKm}
            suffix="km"
            value={km}
          />
          <Button
            disabledReason={reason}
            icon={<LocateFixed {...icon} />}
            onClick={() => {
              setOpen(false);
              onCenter();
            }}
          >
            Del centro del mapa
          </Button>
          <Button
            disabledReason={reason}
            icon={<Crosshair {...icon} />}
            onClick={() => {
              setOpen(false);
              onChoosing(true);
            }}
          >
            De un lugar que toque
          </Button>
          <p>Para partir de unas coordenadas, de un registro o de un tipo de punto: Filtrar › Ubicación.</p>
        </Stack>
      </Popover>
    </Tools>
  );
}
