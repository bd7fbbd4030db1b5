"""The lab: tools for researchers who work with tasks and episodes, one package per subject.

`running` plays many tasks, `judging` says which were solved, `failures` says why the others failed,
`statistics` turns tables into numbers, `proposing` writes new tasks, `search` looks ahead before it
acts, `planning` plans first and learns from failures, `reliving` performs stored episodes again and
branches them, `figures` draws tables, `viewer` shows episodes, and `sharing` prepares episodes and
runs for slides and other people. `baselines` answers by a web search, without a browser, and `gym`
lets other people's agents do the tasks. A package here imports the method, `statistics` and,
sparingly, other packages of the lab; `statistics` imports only the method, and the method none of
them.
"""
