/**
 * What the form uses of React, by preact without its compatibility layer: the source sticks to what both do
 * alike (`onInput` for texts, handlers on the controls themselves, no portals, no synthetic events).
 */
export { Component, Fragment } from 'preact';
export {
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks';

/** Every form of the script has a shadow root for itself. */
export const useId = (): string => 'crw';
