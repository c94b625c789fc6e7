/** Words that tell no item from another: grammar, and what people wrap a question in. Without "go", which is a language too. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any anyone anything are as at be because been before being both but by can could did
  do does doing done each either else even ever every for from get gets getting give gives going got had has have
  having he hello help helps her here hey hi him his how i if in into is it its just kind know let lets like ll looking
  make makes many may maybe me might more most much must my need needs needed no not of off on once one only or other our
  out over own please re really s same shall she should show so some somebody someone something soon still such t tell
  than thank thanks that the their them then there these they thing things this those through to too trying under until
  up us use used uses using ve very via want wants was way we were what when where which while who whom whose why will
  with within without would yes you your yours`.split(/\s+/),
);
