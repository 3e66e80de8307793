import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AvailabilityBadge } from './line-availability.tsx';

test('the availability of a package names its scarcest space', () => {
  render(<AvailabilityBadge availability={{ state: 'partial', scarcest: 'Matinal' }} />);
  expect(screen.getByText('Disponible en parte')).toBeTruthy();
  expect(screen.getByText('El espacio más escaso es «Matinal»')).toBeTruthy();
});

test('what is not known shows nothing', () => {
  const { container } = render(<AvailabilityBadge availability={{ state: 'unknown' }} />);
  expect(container.textContent).toBe('');
});
