"""The lab: tools for researchers who work with tasks and episodes, one package per subject.

`running` plays many tasks, `judging` says which were solved, `failures` says why the others failed,
`proposing` writes new tasks, `search` looks ahead before it acts, `planning` plans first and learns
from failures, `reliving` performs stored episodes again and branches them, `figures` draws tables,
`viewer` shows episodes, and `sharing` prepares episodes and runs for slides and other people.
`baselines` answers by a web search, without a browser; `exercises` checks readers' answers to the
exercises in the notebooks. `gym` lets other people's agents do the tasks. A package here imports
the method and, sparingly, other packages of the lab; the method imports none of them.
"""
