import {
  type DeclarationReflection,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
  type SignatureReflection,
  type SomeType,
} from 'typedoc';
import { isCalled } from './reflections.ts';

/**
 * The members of objects that users pass to functions, such as options and requests, that no example shows. An example belongs
 * to the member, or to the interface: then it must contain the name of the member.
 */
export function optionsWithoutExample(project: ProjectReflection): string[] {
  const interfaces = passedInterfaces(project);
  return [...interfaces].flatMap((one) =>
    (one.children ?? [])
      .filter((member) => member.inheritedFrom === undefined && !isNever(member) && !isShown(member, one))
      .map((member) => member.getFullName()),
  );
}

/** Whether a member only exists to exclude it. */
function isNever({ type }: DeclarationReflection): boolean {
  return type?.type === 'intrinsic' && type.name === 'undefined';
}

function isShown(member: DeclarationReflection, { comment }: DeclarationReflection): boolean {
  const signature = member.signatures?.[0] ?? typeSignature(member);
  if ([member.comment, signature?.comment].some((one) => one?.getTag('@example') !== undefined)) return true;
  const examples = comment?.getTags('@example') ?? [];
  const name = new RegExp(`(?<![\\w'])${member.name.replace('$', '\\$')}\\b`);
  return examples.some(({ content }) => content.some(({ text }) => name.test(text)));
}

function typeSignature({ type }: DeclarationReflection): SignatureReflection | undefined {
  return type?.type === 'reflection' ? type.declaration.signatures?.[0] : undefined;
}

/** The interfaces of the parameters of everything that users call, and of the members of those interfaces. */
function passedInterfaces(project: ProjectReflection): ReadonlySet<DeclarationReflection> {
  const found = new Set<DeclarationReflection>();
  const visit = (type: SomeType | undefined): void => {
    if (type === undefined) return;
    if (type.type === 'union' || type.type === 'intersection') for (const one of type.types) visit(one);
    else if (type.type === 'array') visit(type.elementType);
    else if (type.type === 'typeOperator') visit(type.target);
    else if (type.type === 'reference') {
      for (const one of type.typeArguments ?? []) visit(one);
      visitTarget(type.reflection);
    }
  };
  const visitTarget = (target: Reflection | undefined): void => {
    if (target?.isDeclaration() !== true || found.has(target) || PASSED_ON.test(target.name)) return;
    if (target.kindOf(ReflectionKind.TypeAlias)) return visit(target.type);
    if (!target.kindOf(ReflectionKind.Interface)) return;
    found.add(target);
    for (const type of target.extendedTypes ?? []) visit(type);
    for (const { type } of target.children ?? []) visit(type);
  };
  for (const signature of project.getReflectionsByKind(ReflectionKind.CallSignature))
    if (signature.isSignature() && isCalled(signature.parent))
      for (const { type } of signature.parameters ?? []) visit(type);
  return found;
}

/** Types whose objects come from other libraries or from this one, and are passed on. */
const PASSED_ON =
  /^(\w+Like|\w+RedisClient|Unread\w+|LambdaEvent|Node\w*(Request|Response)|\w+Context|Telemetry|EpochTime|DedupeStore|Emulator|EmulatorClock|Issue|Receipt\w+|Detailed\w+|InboundMessage|DeliveryReceipt|CreditNotification|OtherSender)$/;
