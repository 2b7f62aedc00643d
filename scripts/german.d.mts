import type { Node } from "typescript";

export function isTest(file: string): boolean;
export function isGermanPlace(file: string): boolean;
export function germanOf(node: Node): string | undefined;
export function germanIn(file: string, text: string): { line: number; literal: string }[];
