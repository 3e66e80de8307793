import { profilePhotoUrl } from '@pauta/core';
import { useApi } from '@pauta/core/react';
import type { CellProps } from '@pauta/ui/field-components/cells.tsx';
import { CircleUserRound } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const Root = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--pauta-space-2);
  min-inline-size: 0;
  max-inline-size: 100%;
  & > :is(img, svg) {
    flex: none;
    inline-size: 1.5rem;
    block-size: 1.5rem;
    border-radius: var(--pauta-radius-full);
    object-fit: cover;
    color: var(--pauta-color-text-muted);
  }
  & > span { overflow: hidden; text-overflow: ellipsis; }
`;

/** The name of a user; in a list with their photo, or the default icon if there is none or it does not load. */
export function UserNameCell({ value, record, place }: CellProps): ReactElement {
  const { baseUrl } = useApi();
  const [failed, setFailed] = useState<string | null>(null);
  if (place === 'detail') return <>{String(value)}</>;
  const photo = profilePhotoUrl(record?.profile_photo as string | null | undefined, baseUrl);
  return (
    <Root>
      {photo && photo !== failed ? (
        <img alt="" loading="lazy" onError={() => setFailed(photo)} src={photo} />
      ) : (
        <CircleUserRound aria-hidden strokeWidth={1.25} />
      )}
      <span>{String(value)}</span>
    </Root>
  );
}
